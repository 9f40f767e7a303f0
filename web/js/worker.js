// @ts-check
// The engine in a worker: lines come as messages and go to the session inside the WebAssembly module;
// its answers go back. Work is done in slices, between which messages are read, so a search ends within
// a slice of being told to. Plans and solutions do not come in slices by themselves: they call pause() again
// and again, which puts the stack aside once a slice is used up (Asyncify, see engine/CMakeLists.txt).

const sliceMs = 20;
let sliceEnd = 0; // on the clock
let engine = null; // the module's exports
let lines = []; // answers not posted yet
let running = false;
let frames = 0; // where the stack lies that is put aside; 0: none is
const asleep = []; // what is to be done with the module once it is whole again
const early = []; // messages that came before the engine did

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// All that the module asks of its surroundings.
const imports = {
  trey: {
    answer(at, size) {
      lines.push(decoder.decode(new Uint8Array(engine.memory.buffer, at, size)));
    },
    // Called a second time, from the same place, when the work is gone on with.
    pause() {
      if (frames) {
        engine.asyncify_stop_rewind();
        frames = 0;
        for (const work of asleep.splice(0)) work();
      } else if (performance.now() >= sliceEnd) {
        frames = engine.trey_web_frames();
        engine.asyncify_start_unwind(frames);
      }
    },
  },
  wasi_snapshot_preview1: {
    clock_time_get(clock, precision, at) {
      const ns = BigInt(Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6));
      new DataView(engine.memory.buffer).setBigUint64(at, ns, true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      const view = new DataView(engine.memory.buffer);
      view.setUint32(count, 0, true);
      view.setUint32(bytes, 0, true);
      return 0;
    },
    environ_get: () => 0,
    fd_prestat_get: () => 8, // EBADF: no folder is open
  },
};

// Whatever else the C library would like of a system is refused.
function allImports(module) {
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] ??= () => 52; // ENOSYS
  }
  return imports;
}

function post() {
  if (lines.length === 0) return;
  self.postMessage({ lines });
  lines = [];
}

// Yields by a message to itself, which lets those that wait come first.
const channel = new MessageChannel();
channel.port1.onmessage = slice;

function slice() {
  sliceEnd = performance.now() + sliceMs;
  if (frames) engine.asyncify_start_rewind(frames);
  running = engine.trey_web_step(sliceMs) !== 0;
  if (frames) {
    engine.asyncify_stop_unwind();
    running = true;
  }
  post();
  if (running) channel.port2.postMessage(0);
}

function giveBytes(bytes) {
  const at = engine.trey_web_alloc(bytes.length);
  if (at === 0) throw new Error('out of memory');
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

// Calls the module now, or within the pause in which its stack is put aside.
function whenWhole(work) {
  if (frames) asleep.push(work);
  else work();
}

const called = (work) =>
  new Promise((resolve, reject) => {
    whenWhole(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });

// `pixels`: of a picture, for a line that asks for it.
function takeLine(line, pixels) {
  if (pixels) {
    const at = giveBytes(new Uint8Array(pixels));
    engine.trey_web_pixels(at, pixels.byteLength);
    engine.trey_web_free(at);
  }
  const bytes = encoder.encode(line);
  const at = giveBytes(bytes);
  engine.trey_web_line(at, bytes.length);
  engine.trey_web_free(at);
  post();
  if (!running) {
    running = true;
    channel.port2.postMessage(0);
  }
}

// A file of the site. In the page that is one file they come with the first message.
async function siteFile(path) {
  const given = self.treyGiven && (await self.treyGiven)[path];
  const response = given
    ? new Response(given)
    : await fetch(new URL(`../${path}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

// The networks by the names that the page has for them, and the files; the engine knows them by
// their indices.
const networks = [
  ['large', 'window'],
  ['small', 'window-small'],
  ...['threes-2x4', 'threes-3x3', 'threes-3x4', '2048-4x4'].map((name) => [name, name]),
];

// A table of exact values, {path, bytes}, straight into the engine's memory.
async function loadTable({ path, bytes: total }) {
  const response = await siteFile(path);
  const at = await called(() => engine.trey_web_alloc(total));
  if (at === 0) throw new Error('out of memory');
  let loaded = 0;
  try {
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (loaded + value.length <= total)
        new Uint8Array(engine.memory.buffer, at + loaded, value.length).set(value);
      loaded += value.length;
      self.postMessage({ loading: { name: path, loaded, total } });
    }
    if (loaded !== total) throw new Error('damaged');
  } catch (error) {
    whenWhole(() => engine.trey_web_free(at));
    throw error;
  }
  if (await called(() => engine.trey_web_table(at, total))) throw new Error('damaged');
}

async function loadNetwork(name) {
  const index = networks.findIndex(([known]) => known === name);
  if (index < 0) throw new Error(`no network ${name}`);
  if (await called(() => engine.trey_web_use(index))) return;
  const response = await siteFile(`data/${networks[index][1]}.network`);
  const total = Number(response.headers.get('content-length')) || 0;
  const parts = [];
  let loaded = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.length;
    self.postMessage({ loading: { name, loaded, total } });
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const failed = await called(() => {
    const given = giveBytes(bytes);
    const status = engine.trey_web_network(given, bytes.length, index);
    engine.trey_web_free(given);
    return status;
  });
  post();
  if (failed) throw new Error('the network is damaged, or there is not enough memory');
}

function take(data) {
  if (data.line !== undefined) whenWhole(() => takeLine(data.line, data.pixels));
  else if (data.table) {
    const { path } = data.table;
    loadTable(data.table).then(
      () => self.postMessage({ loaded: path }),
      (error) => self.postMessage({ failed: path, reason: error.message }),
    );
  } else if (data.load) {
    loadNetwork(data.load).then(
      () => self.postMessage({ loaded: data.load }),
      (error) => self.postMessage({ failed: data.load, reason: error.message }),
    );
  }
}

let giveEngine = null;
const givenEngine = new Promise((resolve) => {
  giveEngine = resolve;
});

self.onmessage = ({ data }) => {
  if (data.engine !== undefined) giveEngine(data.engine);
  else if (engine) take(data);
  else early.push(data);
};

// The engine's file, packed, since plain file servers pack nothing. The page may have loaded it
// already, which it says by the worker's name; then it comes in a message, or null where that
// failed.
async function engineFile() {
  const given = self.name === 'engine comes' && (await givenEngine);
  return given ? new Response(given) : siteFile('trey.wasm.gz');
}

async function start() {
  const response = await engineFile();
  const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compileStreaming(
    new Response(unpacked, { headers: { 'content-type': 'application/wasm' } }),
  );
  const instance = await WebAssembly.instantiate(module, allImports(module));
  engine = instance.exports;
  engine._initialize();
  if (engine.trey_web_new() !== 0) throw new Error('out of memory');
  early.splice(0).forEach(take);
}

// A browser that is too old, or in which WebAssembly is switched off, is told apart from files that
// do not come.
start().catch((error) => {
  const able =
    typeof WebAssembly !== 'undefined' &&
    typeof DecompressionStream !== 'undefined' &&
    !(error instanceof WebAssembly.CompileError);
  self.postMessage({
    closed: able
      ? `the engine cannot start: ${error.message}`
      : 'unable: WebAssembly with SIMD is missing',
  });
});
