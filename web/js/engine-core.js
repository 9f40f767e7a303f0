// @ts-check
// The engine in a worker of the page (worker.js) or of the npm package (engine/package/worker.js).
// Lines arrive as messages and go to the session inside the WebAssembly module; its answers are
// posted back. Work is done in slices, between which messages are read, so a search ends within a
// slice after `stop`. Plans and solutions are not sliced by themselves: they call pause()
// repeatedly, which saves the stack once a slice is used up (Asyncify, see engine/CMakeLists.txt).
//
// The page's engine comes in two parts, so that a first visit sees advice soon (engine/later.txt).
// Until the second part is there, only the requests of a game are handled; others wait.

const sliceMs = 20;
let sliceEnd = 0; // time by the monotonic clock
let engine = null; // the module's exports
let lines = []; // answers not yet posted
let running = false;
let frames = 0; // address of the saved stack; 0: none
const asleep = []; // calls to make once the stack is restored
const early = []; // messages that wait for the engine or for its second part
let whole = false; // the engine is complete
let completing = false; // its second part is being loaded

// Requests that the first part can answer (web/tests/first-part.mjs).
const playsGame = /^#\d+ (new|set|load|game|slide|undo|redo|goto|save|auto|advice|odds)( |$)/;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// Imports of the module.
const imports = {
  trey: {
    answer(at, size) {
      lines.push(decoder.decode(new Uint8Array(engine.memory.buffer, at, size)));
    },
    // Called a second time from the same place when the stack is restored.
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
    fd_prestat_get: () => 8, // EBADF: there are no directories
  },
};

// All other system calls of the C library fail. No function of the second part is called before it
// is there.
function allImports(module) {
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] ??=
      from === 'later'
        ? () => {
            throw new Error('this part of the engine is not loaded yet');
          }
        : () => 52; // ENOSYS
  }
  return imports;
}

function post() {
  if (lines.length === 0) return;
  self.postMessage({ lines });
  lines = [];
}

// Yields by a message to itself, so that waiting messages come first.
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

// Calls the module now, or once the saved stack is restored.
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

// `pixels`: pixels of a picture, for a line that needs them.
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

/** Loads a file by its path in the page's directory.
 * @type {(path: string) => Promise<Response>} */
let siteFile;

// Networks by the page's names, and their files; the engine knows them by index. Of those that fit
// it prefers the first.
const networks = [
  ['large', 'window'],
  ['small', 'window-small'],
  ...['threes-2x4', 'threes-3x3', 'threes-3x4', '2048-4x4', '2048-4x4-small'].map((name) => [
    name,
    name,
  ]),
];

// Loads a table of exact values, {path, bytes}, directly into the engine's memory.
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

function handleMessage(data) {
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

// Handles lines in their order; they do not wait for the loading of networks and tables. Only `stop`
// also takes effect at once.
function receive(data) {
  const { line } = data;
  const able = engine && (whole || line === 'stop' || playsGame.test(line ?? ''));
  if (able && !early.some((waiting) => waiting.line !== undefined)) {
    handleMessage(data);
    return;
  }
  if (engine && line === 'stop') handleMessage(data);
  early.push(data);
  if (engine) completeEngine();
}

// The bytes of a response, unpacked unless the server has already done so: some servers send
// trey.wasm.gz as a file that the browser unpacks.
async function unpacked(response) {
  const [body, copy] = response.body.tee();
  const reader = copy.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const packed = value !== undefined && value[0] === 0x1f && value[1] === 0x8b;
  return packed ? body.pipeThrough(new DecompressionStream('gzip')) : body;
}

const compile = async (response) =>
  WebAssembly.compileStreaming(
    new Response(await unpacked(response), { headers: { 'content-type': 'application/wasm' } }),
  );

// Loads the second part, which puts its functions into the table of the first. If it does not
// arrive, the game goes on, and the next message that needs it tries again.
async function completeEngine() {
  if (completing || whole) return;
  completing = true;
  try {
    const module = await compile(await siteFile('engine-later.wasm.gz'));
    await WebAssembly.instantiate(module, { ...allImports(module), first: engine });
    whole = true;
  } catch (error) {
    const waiting = early.splice(0);
    for (const { load, table } of waiting)
      if (load || table) self.postMessage({ failed: load ?? table.path, reason: error.message });
    if (waiting.some(({ line }) => line !== undefined && line !== 'stop')) reportFailure(error);
  }
  completing = false;
  early.splice(0).forEach(receive);
}

async function start(engineFile) {
  const module = await compile(await engineFile);
  const instance = await WebAssembly.instantiate(module, allImports(module));
  engine = instance.exports;
  engine._initialize();
  if (engine.trey_web_new() !== 0) throw new Error('out of memory');
  whole = !WebAssembly.Module.imports(module).some((item) => item.module === 'later');
  early.splice(0).forEach(receive);
  completeEngine();
}

// Distinguishes a browser without WebAssembly from files that do not load.
function reportFailure(error) {
  const able =
    typeof WebAssembly !== 'undefined' &&
    typeof DecompressionStream !== 'undefined' &&
    !(error instanceof WebAssembly.CompileError);
  self.postMessage({
    closed: able
      ? `the engine cannot start: ${error.message}`
      : 'unable: WebAssembly with SIMD is missing',
  });
}

/** Starts the engine, which posts its answers. Returns the function that handles messages, also
 * those that come before the engine.
 * @param {Promise<Response>} engineFile its WebAssembly module, or the first part of it, packed by
 * gzip or not
 * @param {(path: string) => Promise<Response>} loadFile loads the second part, a network or a table
 */
export function runEngine(engineFile, loadFile) {
  siteFile = loadFile;
  start(engineFile).catch(reportFailure);
  return ({ data }) => receive(data);
}
