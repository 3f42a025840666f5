import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const node = process.execPath;

/** Flags for Node in a launcher. */
const flagsOf = (launcher: string) => readFileSync(join(root, launcher), 'utf8').match(/--[a-z][\w-]+(?:=\d+)?/g) ?? [];

test.each(['scripts/serve.js', 'deploy/mojian', 'deploy/mojian.cmd'])(
  '%s leaves V8 the compiled code in Node',
  (launcher) => {
    const flags = flagsOf(launcher);
    expect(flags.length).toBeGreaterThan(2);
    expect(uncompiled(flags)).toBe(0);
  },
);

test('a heap that grows differently would cost each start that code', () => {
  expect(uncompiled(['--heap-growing-percent=30'])).toBeGreaterThan(20);
});

/** Number of Node's own modules that are compiled anew. */
function uncompiled(flags: string[]) {
  const script = `
    const { internalBinding } = require('internal/test/binding');
    require('node:http');
    console.log([...internalBinding('builtins').getCacheUsage().compiledWithoutCache].length);`;
  return Number(spawnSync(node, [...flags, '--expose-internals', '-e', script], { encoding: 'utf8' }).stdout);
}

test('a start runs what the one before compiled, whenever it is loaded, unless it is damaged or of another source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-code-'));
  const chunk = join(folder, 'start-abcdefgh.js');
  const program = join(folder, 'program.ts');
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(
    chunk,
    'exports.word = () => [require("node:path").basename(__filename), module.id === __filename, "one"].join();',
  );
  writeFileSync(
    program,
    `import { createRequire } from 'node:module';
    import { reuseCompiledCode, setRunningFlags } from ${JSON.stringify(join(import.meta.dirname, 'compiled-code.ts'))};
    const write = reuseCompiledCode();
    setRunningFlags();
    console.log(createRequire(${JSON.stringify(chunk)})('./start-abcdefgh.js').word());
    write();`,
  );
  const start = () =>
    spawnSync(node, ['--input-type=module-typescript', '-e', readFileSync(program, 'utf8')], {
      encoding: 'utf8',
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
    });
  const code = async () => {
    const names = await readdir(join(folder, 'cache'), { recursive: true });
    return join(folder, 'cache', names.find((name) => name.endsWith('start.code')) ?? 'none');
  };
  const run = async () => {
    const { stdout, stderr } = start();
    return { word: stdout.trim(), stderr, written: statSync(await code()).ino };
  };

  const first = await run();
  expect(first).toMatchObject({ word: 'start-abcdefgh.js,true,one', stderr: '' });
  expect(await run()).toEqual(first); // V8 takes it: what it refuses is written again

  expect(readdirSync(dirname(await code())).filter((name) => name.includes('start.code'))).toEqual(['start.code']);

  const damaged = readFileSync(await code());
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 255;
  writeFileSync(await code(), damaged);
  const mended = await run();
  expect(mended).toMatchObject({ word: first.word, stderr: '' });
  expect(mended.written).not.toBe(first.written);

  writeFileSync(chunk, readFileSync(chunk, 'utf8').replace('one', 'two')); // as long as before, which is all V8 compares
  expect(await run()).toMatchObject({ word: 'start-abcdefgh.js,true,two', stderr: '' });
});

test('an object of process.nextTick stays, and others go with the next collection', () => {
  const script = `
    import { createHook } from 'node:async_hooks';
    import { keepTicksFast } from ${JSON.stringify(join(import.meta.dirname, 'compiled-code.ts'))};
    const made = [];
    const hook = createHook({ init: (_id, type, _by, tick) => type === 'TickObject' && made.push(new WeakRef(tick)) });
    hook.enable();
    process.nextTick(() => {});
    keepTicksFast();
    hook.disable();
    await new Promise((done) => setTimeout(done, 10));
    gc();
    console.log(made.map((tick) => (tick.deref() ? 'here' : 'gone')).join());`;
  const { stdout, stderr } = spawnSync(node, ['--expose-gc', '--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
    cwd: root,
  });
  expect({ stderr, stdout: stdout.trim() }).toEqual({ stderr: '', stdout: 'gone,here' });
});
