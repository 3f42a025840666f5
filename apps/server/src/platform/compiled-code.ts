import { executionAsyncResource } from 'node:async_hooks';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, flushCompileCache, getCompileCacheDir } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Chunks that every start loads, as named by scripts/bundle-server.js and apps/web/vite.config.ts. */
const loadedByStarts = /^(base|start|first|pages)-[\w-]{8}\.c?js$/;

/**
 * Flags of V8 that spare memory, as [running, at the start]: objects of a page die with it, so no site of allocation is
 * moved among the old ones; the heap is collected after each third that was added (half saves 8 % of the home page's CPU
 * and costs 12 MB); and code goes from the interpreter to the optimising compilers without the copy between, which takes
 * 4 to 8 MB and saves no CPU. As flags of the command they would make V8 refuse the compiled code inside Node's own file,
 * and each start would compile a hundred of Node's modules.
 */
const flags = [
  ['--no-allocation-site-pretenuring', '--allocation-site-pretenuring'],
  ['--heap-growing-percent=30', '--heap-growing-percent=0'],
  ['--no-sparkplug', '--sparkplug'],
] as const;

let isRunning = false;

/** Sets them for a running site; for after the start, once the modules of Node that it needs are loaded. */
export function setRunningFlags() {
  isRunning = true;
  for (const [running] of flags) setFlagsFromString(running);
}

/** Holds objects for the life of the process. A list, since the bundler drops a variable that nothing reads. */
const retained: object[] = [];

/**
 * Keeps one object of those that `process.nextTick` makes, and with it their hidden classes in V8. Between two ticks no
 * other object has these; when a full collection removes them, V8 takes their successors for another kind and runs
 * `nextTick`, six times per answer, four to eight times as slowly for the life of the process.
 */
export function keepTicksFast() {
  process.nextTick(() => retained.push(executionAsyncResource()));
}

/** Flags are a part of compiled code, and compared by V8. */
function withFlagsOfStart<Result>(work: () => Result): Result {
  for (const [, atStart] of flags) setFlagsFromString(atStart);
  try {
    return work();
  } finally {
    if (isRunning) setRunningFlags();
  }
}

type Chunk = { script: Script; source: number; file: string; bytes: number };

/**
 * Loads those chunks with code compiled by an earlier start, beside Node's compile cache. Node's own holds only what is
 * compiled as a module is loaded; this one holds the functions too that a start and its first pages call. Without a
 * compile cache nothing is read or written. Returns the function that writes the code, once, for when the first pages have
 * been answered.
 */
export function reuseCompiledCode(): () => void {
  const folder = getCompileCacheDir();
  if (!folder) return () => {};
  const chunks: Chunk[] = [];
  const { extensions } = createRequire(import.meta.url);
  const loadPlain = extensions['.js'];
  extensions['.js'] = (module, path) => {
    const [, name] = loadedByStarts.exec(basename(path)) ?? [];
    if (!name) return loadPlain(module, path);
    const text = readFileSync(path, 'utf8');
    const file = join(folder, `${name}.code`);
    const source = crc32(text);
    const cachedData = readCode(file, source);
    const script = withFlagsOfStart(() => compile(text, path, cachedData));
    chunks.push({ script, source, file, bytes: script.cachedDataRejected ? 0 : (cachedData?.length ?? 0) });
    const { exports } = module;
    script.runInThisContext()(exports, createRequire(path), module, path, dirname(path));
  };
  return () => {
    flushCompileCache();
    for (const chunk of chunks.splice(0)) writeCode(chunk);
  };
}

const opening = '(function (exports, require, module, __filename, __dirname) { ';

function compile(text: string, filename: string, cachedData: Buffer | undefined) {
  return new Script(`${opening}${text}\n})`, { filename, columnOffset: -opening.length, cachedData });
}

const head = 8;

/** Undefined unless the file is whole and of this source: V8 compares only the length of the source. */
function readCode(file: string, source: number) {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(head);
    return bytes.readUInt32LE(0) === source && bytes.readUInt32LE(4) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a chunk's code if it has grown since it was read: V8 drops what is long unused, and a start needs it again. */
function writeCode({ script, source, file, bytes }: Chunk) {
  const code = withFlagsOfStart(() => script.createCachedData());
  if (code.length <= bytes) return;
  const header = Buffer.alloc(head);
  header.writeUInt32LE(source, 0);
  header.writeUInt32LE(crc32(code), 4);
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(unfinished, Buffer.concat([header, code]));
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, { force: true }); // a full or read-only disk costs the next start time, nothing else
  }
}
