// The system calls of a WebAssembly program (WASI, snapshot preview 1) by Node's synchronous
// functions, as far as trey's command uses them. The program sees the files of this machine, with
// the access rights of its user, from the root; on Windows a drive is a directory: /c/Users.
//
// node:wasi does the same, but it is experimental, and in Node 20 it ended the process with a
// segmentation fault after some commands.

import fs from 'node:fs';
import path from 'node:path';
import tty from 'node:tty';

const windows = process.platform === 'win32';

// Numbers of errors, and those of Node's errors that are not a system's.
const errors = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTSUP: 58,
  ENXIO: 60,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ESPIPE: 70,
  EXDEV: 75,
};

const root = 3; // descriptor of the only directory that is open at the start
const types = { unknown: 0, device: 2, directory: 3, file: 4, link: 7 };
const rights = { read: 1n << 1n, seek: 1n << 2n, tell: 1n << 5n, write: 1n << 6n };
const allRights = (1n << 30n) - 1n;

/** A path of this machine as the program sees it. */
export function guestPath(name) {
  const full = path.resolve(name);
  return windows ? full.replace(/^([A-Za-z]):/, '/$1').replaceAll('\\', '/') : full;
}

/** A path of the program as this machine sees it. */
function hostPath(name) {
  if (!windows) return name;
  return name.replace(/^\/([A-Za-z])(\/|$)/, '$1:/');
}

const typeOf = (about) =>
  about.isFile()
    ? types.file
    : about.isDirectory()
      ? types.directory
      : about.isSymbolicLink()
        ? types.link
        : about.isCharacterDevice()
          ? types.device
          : types.unknown;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

// Repeats a call that a descriptor without waiting refuses.
function waiting(call) {
  for (;;)
    try {
      return call();
    } catch (error) {
      if (error.code === 'EOF') return 0; // a closed pipe on Windows
      if (error.code !== 'EAGAIN') throw error;
      sleep(5);
    }
}

class Failure extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Runs a compiled module with these arguments and variables. Ends the process. */
export async function run(module, args, variables) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  // Descriptors: `file` of Node, `at` the position where it is a regular file; or `directory`.
  const open = new Map([
    [0, { file: 0 }],
    [1, { file: 1 }],
    [2, { file: 2 }],
    [root, { directory: '/' }],
  ]);
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
  const text = (at, size) => decoder.decode(bytes(at, size));

  function descriptor(number) {
    const found = open.get(number);
    if (!found) throw new Failure('EBADF');
    return found;
  }
  function file(number) {
    const found = descriptor(number);
    if (found.directory) throw new Failure('EISDIR');
    return found;
  }
  // The path of a name in an open directory.
  function named(number, at, size) {
    const { directory } = descriptor(number);
    if (!directory) throw new Failure('ENOTDIR');
    return hostPath(path.posix.join(directory, text(at, size)));
  }

  // Calls work(buffer) for each buffer of a list, up to one that is not filled.
  function transfer(list, count, result, work) {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(list + 8 * i, true);
      const size = view().getUint32(list + 8 * i + 4, true);
      if (size === 0) continue;
      const moved = work(bytes(at, size), total);
      total += moved;
      if (moved < size) break;
    }
    view().setUint32(result, total, true);
  }

  const read = (from, buffer) => {
    const got = waiting(() =>
      fs.readSync(from.file, buffer, 0, buffer.length, from.at === undefined ? null : from.at),
    );
    if (from.at !== undefined) from.at += got;
    return got;
  };
  const write = (to, buffer) => {
    let put = 0;
    while (put < buffer.length) {
      const here = to.at === undefined || to.append ? null : to.at;
      const size = waiting(() => fs.writeSync(to.file, buffer, put, buffer.length - put, here));
      if (to.at !== undefined) to.at += size;
      put += size;
    }
    return put;
  };

  function putAbout(at, about) {
    const target = view();
    const ns = (time) => (time < 0n ? 0n : time);
    bytes(at, 64).fill(0);
    target.setBigUint64(at, BigInt.asUintN(64, about.dev), true);
    target.setBigUint64(at + 8, BigInt.asUintN(64, about.ino), true);
    target.setUint8(at + 16, typeOf(about));
    target.setBigUint64(at + 24, about.nlink, true);
    target.setBigUint64(at + 32, about.size, true);
    target.setBigUint64(at + 40, ns(about.atimeNs), true);
    target.setBigUint64(at + 48, ns(about.mtimeNs), true);
    target.setBigUint64(at + 56, ns(about.ctimeNs), true);
  }

  // Lists of zero-terminated texts: the arguments and the variables.
  const lists = (texts) => ({
    sizes(count, size) {
      view().setUint32(count, texts.length, true);
      view().setUint32(
        size,
        texts.reduce((sum, each) => sum + each.length, 0),
        true,
      );
    },
    get(pointers, at) {
      for (const each of texts) {
        view().setUint32(pointers, at, true);
        bytes(at, each.length).set(each);
        pointers += 4;
        at += each.length;
      }
    },
  });
  const terminated = (each) => encoder.encode(`${each}\0`);
  const argumentList = lists(args.map(terminated));
  const variableList = lists(
    Object.entries(variables).map(([name, value]) => terminated(`${name}=${value}`)),
  );

  const calls = {
    args_sizes_get: argumentList.sizes,
    args_get: argumentList.get,
    environ_sizes_get: variableList.sizes,
    environ_get: variableList.get,
    clock_time_get(clock, precision, at) {
      const { user, system } = process.cpuUsage();
      const ns =
        clock === 0
          ? BigInt(Math.round(Date.now() * 1e6))
          : clock === 1
            ? process.hrtime.bigint()
            : BigInt(user + system) * 1000n;
      view().setBigUint64(at, ns, true);
    },
    random_get(at, size) {
      crypto.getRandomValues(bytes(at, size));
    },
    proc_exit(code) {
      process.exit(code);
    },
    fd_prestat_get(number, at) {
      if (number !== root) throw new Failure('EBADF');
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
    },
    fd_prestat_dir_name(number, at) {
      bytes(at, 1)[0] = '/'.charCodeAt(0);
    },
    fd_close(number) {
      const { file: opened } = descriptor(number);
      if (opened !== undefined) fs.closeSync(opened);
      open.delete(number);
    },
    // A terminal is what cannot be positioned and is a device.
    fd_fdstat_get(number, at) {
      const { file: opened, directory, append } = descriptor(number);
      const terminal = !directory && tty.isatty(opened);
      const type = terminal
        ? types.device
        : directory
          ? types.directory
          : typeOf(fs.fstatSync(opened));
      bytes(at, 24).fill(0);
      view().setUint8(at, type);
      view().setUint16(at + 2, append ? 1 : 0, true);
      view().setBigUint64(
        at + 8,
        terminal ? allRights & ~rights.seek & ~rights.tell : allRights,
        true,
      );
      view().setBigUint64(at + 16, allRights, true);
    },
    fd_fdstat_set_flags() {},
    fd_filestat_get(number, at) {
      const { file: opened, directory } = descriptor(number);
      putAbout(
        at,
        directory
          ? fs.statSync(hostPath(directory), { bigint: true })
          : fs.fstatSync(opened, { bigint: true }),
      );
    },
    fd_filestat_set_size(number, size) {
      fs.ftruncateSync(file(number).file, Number(size));
    },
    fd_sync(number) {
      fs.fsyncSync(file(number).file);
    },
    fd_read(number, list, count, result) {
      const from = file(number);
      transfer(list, count, result, (buffer) => read(from, buffer));
    },
    fd_write(number, list, count, result) {
      const to = file(number);
      transfer(list, count, result, (buffer) => write(to, buffer));
    },
    fd_pread(number, list, count, offset, result) {
      const from = file(number);
      transfer(list, count, result, (buffer, done) =>
        fs.readSync(from.file, buffer, 0, buffer.length, Number(offset) + done),
      );
    },
    fd_pwrite(number, list, count, offset, result) {
      const to = file(number);
      transfer(list, count, result, (buffer, done) =>
        fs.writeSync(to.file, buffer, 0, buffer.length, Number(offset) + done),
      );
    },
    fd_seek(number, offset, whence, result) {
      const opened = file(number);
      if (opened.at === undefined) throw new Failure('ESPIPE');
      const from = [0, opened.at, whence === 2 ? fs.fstatSync(opened.file).size : 0][whence];
      const at = from + Number(offset);
      if (!(at >= 0)) throw new Failure('EINVAL');
      opened.at = at;
      view().setBigUint64(result, BigInt(at), true);
    },
    fd_readdir(number, at, size, cookie, result) {
      const opened = descriptor(number);
      if (!opened.directory) throw new Failure('ENOTDIR');
      if (cookie === 0n)
        opened.list = fs.readdirSync(hostPath(opened.directory), { withFileTypes: true });
      let used = 0;
      for (let i = Number(cookie); i < opened.list.length && used < size; i++) {
        const name = encoder.encode(opened.list[i].name);
        const row = new Uint8Array(24 + name.length);
        const header = new DataView(row.buffer);
        header.setBigUint64(0, BigInt(i + 1), true);
        header.setUint32(16, name.length, true);
        header.setUint8(20, typeOf(opened.list[i]));
        row.set(name, 24);
        const part = row.subarray(0, size - used);
        bytes(at + used, part.length).set(part);
        used += part.length;
      }
      view().setUint32(result, used, true);
    },
    path_open(number, follow, at, size, how, wanted, inherited, flags, result) {
      const name = named(number, at, size);
      const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = fs.constants;
      const writes = (wanted & rights.write) !== 0n;
      const reads = (wanted & rights.read) !== 0n;
      const there = fs.statSync(name, { throwIfNoEntry: false });
      const next = () => {
        let free = root + 1;
        while (open.has(free)) free++;
        return free;
      };
      const fresh = next();
      if (there?.isDirectory()) {
        if (writes && (how & 2) === 0) throw new Failure('EISDIR');
        if (how & 4) throw new Failure('EEXIST');
        open.set(fresh, { directory: guestPath(name) });
      } else {
        if (how & 2) throw new Failure(there ? 'ENOTDIR' : 'ENOENT');
        const mode =
          (writes ? (reads ? O_RDWR : O_WRONLY) : O_RDONLY) |
          (how & 1 ? O_CREAT : 0) |
          (how & 4 ? O_EXCL : 0) |
          (how & 8 ? O_TRUNC : 0) |
          (flags & 1 ? O_APPEND : 0) |
          (flags & 4 ? (fs.constants.O_NONBLOCK ?? 0) : 0) |
          (follow & 1 ? 0 : (fs.constants.O_NOFOLLOW ?? 0));
        const opened = fs.openSync(name, mode, 0o666);
        const regular = fs.fstatSync(opened).isFile();
        open.set(fresh, {
          file: opened,
          at: regular ? 0 : undefined,
          append: (flags & 1) !== 0,
        });
      }
      view().setUint32(result, fresh, true);
    },
    path_filestat_get(number, follow, at, size, result) {
      const name = named(number, at, size);
      const about = follow & 1 ? fs.statSync : fs.lstatSync;
      putAbout(result, about(name, { bigint: true }));
    },
    path_readlink(number, at, size, target, room, result) {
      const link = encoder.encode(fs.readlinkSync(named(number, at, size))).subarray(0, room);
      bytes(target, link.length).set(link);
      view().setUint32(result, link.length, true);
    },
    path_create_directory(number, at, size) {
      fs.mkdirSync(named(number, at, size));
    },
    path_rename(number, at, size, other, to, length) {
      fs.renameSync(named(number, at, size), named(other, to, length));
    },
    path_unlink_file(number, at, size) {
      fs.unlinkSync(named(number, at, size));
    },
    // Waits for the first clock. Node cannot ask synchronously if a descriptor is ready: it counts
    // as ready, so that reading it waits, except where the program only asks (a time of 0).
    poll_oneoff(subscriptions, events, count, result) {
      const source = view();
      const clocks = [];
      const files = [];
      for (let i = 0; i < count; i++) {
        const at = subscriptions + 48 * i;
        const type = source.getUint8(at + 8);
        const userdata = source.getBigUint64(at, true);
        if (type !== 0) files.push({ userdata, type });
        else {
          let ns = source.getBigUint64(at + 24, true);
          if (source.getUint16(at + 40, true) & 1) ns -= process.hrtime.bigint();
          clocks.push({ userdata, type, ms: Math.max(0, Number(ns) / 1e6) });
        }
      }
      clocks.sort((a, b) => a.ms - b.ms);
      const only = files.length > 0 && clocks[0]?.ms !== 0 ? files : clocks.slice(0, 1);
      if (files.length === 0 && clocks.length > 0) sleep(clocks[0].ms);
      only.forEach(({ userdata, type }, i) => {
        bytes(events + 32 * i, 32).fill(0);
        view().setBigUint64(events + 32 * i, userdata, true);
        view().setUint8(events + 32 * i + 10, type);
      });
      view().setUint32(result, only.length, true);
    },
  };

  const system = {};
  for (const [name, call] of Object.entries(calls))
    system[name] = (...given) => {
      try {
        call(...given);
        return 0;
      } catch (error) {
        const number = errors[error.code];
        if (number === undefined && !error.code) throw error;
        return number ?? errors.EIO;
      }
    };
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    if (from === 'wasi_snapshot_preview1') system[name] ??= () => errors.ENOSYS;
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
  memory = instance.exports.memory;
  instance.exports._start();
  process.exit(0);
}
