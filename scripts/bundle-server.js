import { globSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './runtime.js';

// Puts the server and what it imports into few files: to resolve and compile a thousand modules is half of a start. They are
// CommonJS: Node resolves and links those in half the time, and an import of a builtin module does not run all its getters.

const folder = resolve(root, 'apps/server/build');
const worker = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g;

/** Native parts and what reads files beside its own code. */
const external = ['vite', 'sharp', '@node-rs/argon2', 'ip2region', '@fastify/swagger-ui', 'pg-native', 'subset-font'];

/**
 * Changes to packages that shorten the start: [file, before, after]. Loading glob is for a way of serving files that is
 * not used here; a function compiled for each piece of an address was a tenth of a start; metrics are fetched, never
 * pushed, and only our own; HTTPS and HTTP/2 are the proxy's; that plugins suit Fastify's version is asked by the tests,
 * which run from the sources.
 */
const startedFaster = [
  [
    '@fastify/static/index.js',
    "const { glob } = require('glob')",
    "const glob = (...input) => require('glob').glob(...input)",
  ],
  ['find-my-way/lib/node.js', 'prefix.length >= LONG_PREFIX_MIN_LENGTH', 'prefix.length > 1'],
  ['find-my-way/lib/node.js', 'path.indexOf(prefix, i) === i', 'path.startsWith(prefix, i)'],
  ['prom-client/index.js', "exports.Pushgateway = require('./lib/pushgateway');", ''],
  ['prom-client/index.js', "exports.collectDefaultMetrics = require('./lib/defaultMetrics');", ''],
  ['fastify/lib/server.js', "const https = require('node:https')", 'const https = null'],
  ['fastify/lib/server.js', "const http2 = require('node:http2')", 'const http2 = null'],
  ['fastify/lib/plugin-utils.js', "const semver = require('semver')", 'const semver = null'],
  ['fastify/lib/plugin-utils.js', 'if (meta?.fastify == null) return', 'return'],
];

const workers = globSync('{apps/server,packages/markdown}/src/**/*-worker.ts', { cwd: root });
const programs = ['apps/server/src/mojian.ts', ...workers];

/** Nouns whose calls the first pages make. */
const firstNouns = /\/(home|settings|articles|navigation|categories|comments|tags)\.routes\.ts$/;

/**
 * Chunk of each module that a start needs: `base`, what other commands use as well, `start`, what only the site uses,
 * `first`, what its first pages need besides, and `shared`, all that a worker which it starts again and again needs too.
 */
const chunks = new Map();
const oftenStarted = /\/(text|picture)-worker\.ts$/;

/** Calls as data, without their shapes: a noun and its schemas are loaded when one of its calls is asked for. */
const { callsOfPages } = await import('../apps/server/src/platform/http/call-sheet.ts');
const { readCallSheet } = await import('../apps/server/src/api.ts');
const callSheet = {
  callsOfPages: mapValues(callsOfPages, (calls) =>
    mapValues(calls, ({ method, path, extra }) => ({ method, path, ...(extra && { extra: true }) })),
  ),
  callsOfNouns: await readCallSheet(),
};

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
  external,
  plugins: [
    {
      name: 'workers-beside-the-bundle',
      transform: {
        filter: { code: worker },
        handler: (code) => code.replace(worker, "new URL('./$1.js', import.meta.url)"),
      },
    },
    { name: 'faster-start', transform: startFaster },
    { name: 'call-sheet', transform: writeCallSheet },
    { name: 'few-chunks', buildEnd: findChunks },
  ],
  onLog(level, log) {
    // a module loaded late here may be needed at once there
    if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(`${level}: ${log.message}`);
  },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'cjs',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // platform/compiled-code.ts runs chunks as scripts of node:vm, which have no import()
  dynamicImportInCjs: false,
  // a group takes along what it needs and no earlier group has
  codeSplitting: {
    groups: [
      { debugName: 'shared', name: (id) => (chunks.get(id) === 'shared' ? 'shared' : undefined), priority: 1 },
      { debugName: 'chunks', name: (id) => chunks.get(id) },
    ],
  },
  // V8 keeps the source in memory, two bytes a character once one is not Latin; names stay as they are, for stack traces
  charset: 'ascii',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
for (const { fileName, code = '' } of output) {
  const [wide] = /.{0,60}[^\0-\xff].{0,20}/.exec(code) ?? [];
  if (wide) throw new Error(`${fileName}: 请写成 \\u 转义，整个文件才能一个字符占一个字节：${wide}`);
}

refuseSiteInWorkers();

function findChunks() {
  const importedBy = (entries) => {
    const found = new Set(entries);
    for (const id of found) for (const one of this.getModuleInfo(id)?.importedIds ?? []) found.add(one);
    return found;
  };
  const all = [...this.getModuleIds()];
  const named = (pattern) => all.filter((id) => pattern.test(id));
  const byWorkers = importedBy(workers.map((file) => resolve(root, file)));
  const byOften = importedBy(named(oftenStarted));
  const byOthers = importedBy(named(/(?<!start)\.command\.ts$|mojian\.ts$/));
  const byStart = importedBy(named(/\/start\.command\.ts$/));
  const chunkOf = (id) => {
    if (byOften.has(id)) return 'shared';
    if (byWorkers.has(id)) return undefined;
    if (byStart.has(id)) return byOthers.has(id) ? 'base' : 'start';
    return byOthers.has(id) ? undefined : 'first';
  };
  for (const id of [...byStart, ...importedBy(named(firstNouns))]) chunks.set(id, chunkOf(id));
}

/** A worker that loads the site's files takes three times as long to start, and a third more memory. */
function refuseSiteInWorkers() {
  const byName = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  for (const { fileName, facadeModuleId } of output) {
    if (!oftenStarted.test(facadeModuleId ?? '')) continue;
    const loaded = new Set([fileName]);
    for (const name of loaded) for (const one of byName.get(name)?.imports ?? []) loaded.add(one);
    const ofSite = [...loaded].filter((name) => /^(base|start|first)-/.test(name));
    if (ofSite.length > 0) throw new Error(`${fileName}: ${ofSite.join(', ')}`);
  }
}

function startFaster(code, id) {
  const changes = startedFaster.filter(([path]) => id.endsWith(`node_modules/${path}`));
  if (changes.length === 0) return undefined;
  return changes.reduce((text, [path, before, after]) => {
    if (!text.includes(before)) throw new Error(`${path} has changed: ${before}`);
    return text.replace(before, after);
  }, code);
}

// the folders above say that a .js is a module
writeFileSync(resolve(folder, 'package.json'), '{ "type": "commonjs" }\n');

function writeCallSheet(_code, id) {
  if (!id.endsWith('/platform/http/call-sheet.ts')) return undefined;
  const lines = Object.entries(callSheet).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  return [...lines, 'export const callLineOf = (endpoint) => endpoint;'].join('\n');
}

function mapValues(object, to) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value)]));
}
