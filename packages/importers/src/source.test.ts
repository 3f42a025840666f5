import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../foreign-files/test/make-zip.ts';
import type { Item, Reader, Source } from './form.ts';
import { type JsonValue, openJsonValues, parseValue, readJsonValues } from './readers/json-stream.ts';
import { recognize } from './recognize.ts';
import { openSource } from './source.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-source-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

const zip = (files: Record<string, string | Uint8Array>, mode?: number) =>
  makeZip(
    ...Object.entries(files).map(([name, bytes]) => (mode === undefined ? { name, bytes } : { name, bytes, mode })),
  );

const alphabet: Reader = {
  id: 'alphabet',
  name: '字母',
  recognizes: ({ head }) => head.toString().startsWith('letters'),
  async *read(source: Source): AsyncGenerator<Item> {
    const text = await readFile(source.path, 'utf8');
    yield { kind: 'site', url: '', title: text.slice(8) };
  },
};

async function read(path: string, known = [alphabet]) {
  const source = await openSource(path);
  try {
    const recognized = await recognize(source, known);
    if (typeof recognized === 'string') return recognized;
    const items: Item[] = [];
    for await (const item of recognized.reader.read(recognized.source)) items.push(item);
    return items;
  } finally {
    await source.close();
  }
}

test('a plain, a gzipped and a UTF-16 file are read alike', async () => {
  const expected = [{ kind: 'site', url: '', title: '雨' }];
  expect(await read(await write('a.txt', 'letters 雨'))).toEqual(expected);
  expect(await read(await write('a.txt.gz', gzipSync('letters 雨')))).toEqual(expected);
  expect(await read(await write('b.txt', Buffer.from('\ufeffletters 雨', 'utf16le')))).toEqual(expected);
});

test('temporary files are in the given folder, and removed when the source is closed', async () => {
  const path = await write('a.txt.gz', gzipSync('letters 雨'));
  const source = await openSource(path, { name: 'a.txt.gz', folder });
  const [made] = (await readdir(folder)).filter((name) => name.startsWith('mojian-source-'));
  expect(source.path).toContain(join(folder, made ?? 'none'));
  await source.close();
  expect(await readdir(folder)).toEqual(['a.txt.gz']);
});

test('a zip with several export files is read as one, whatever else is inside', async () => {
  const bytes = zip({
    'out/a.xml': 'letters 一',
    'out/b.xml': 'letters 二',
    'out/pictures/c.png': 'x',
    'out/theme/README.md': 'x',
    'out/post.md': 'x',
    '__MACOSX/out/._a.xml': 'letters 三',
  });
  expect(await read(await write('a.zip', bytes))).toEqual([
    { kind: 'site', url: '', title: '一' },
    { kind: 'site', url: '', title: '二' },
    {
      kind: 'loss',
      thing: '文件',
      place: '1 个 Markdown 文件',
      reason: '这里按字母的导出文件读，没有读它们；请单独导入',
    },
  ]);
});

test('a folder is read like a zip, and its symbolic links are refused', async () => {
  await write('blog/a.xml', 'letters 一');
  await symlink(join(folder, 'secret'), join(folder, 'blog/b.xml'));
  const source = await openSource(join(folder, 'blog'));
  expect(source.refused).toEqual([{ path: 'b.xml', reason: '符号链接，没有跟进' }]);
  expect(await read(join(folder, 'blog'))).toEqual([
    { kind: 'loss', thing: '文件', place: 'b.xml', reason: '符号链接，没有跟进' },
    { kind: 'site', url: '', title: '一' },
  ]);
});

/** Reads with the rights of nobody, as root may read everything. */
async function withoutRights<Result>(task: () => Promise<Result>) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await task();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('files and folders that may not be read are named, and the rest is read', async () => {
  await chmod(folder, 0o755);
  await write('blog/a.xml', 'letters 一');
  await chmod(await write('blog/b.xml', 'letters 二'), 0o000);
  await chmod(dirname(await write('blog/c/d.xml', 'letters 三')), 0o000);
  await withoutRights(async () => {
    const { entries, refused } = await openSource(join(folder, 'blog'));
    expect(refused).toEqual([{ path: 'c', reason: '没有权限读' }]);
    expect((await entries[0]?.read())?.toString()).toBe('letters 一');
    const refusal = { name: 'Failure', message: '「b.xml」没有权限读' };
    await expect(entries[1]?.read()).rejects.toMatchObject(refusal);
    await expect(entries[1]?.open()).rejects.toMatchObject(refusal);
  });
  await chmod(join(folder, 'blog/c'), 0o700);
});

test('a file that is gone when it is read is named', async () => {
  await write('blog/a.xml', 'letters 一');
  const [entry] = (await openSource(join(folder, 'blog'))).entries;
  await rm(join(folder, 'blog/a.xml'));
  await expect(entry?.read()).rejects.toMatchObject({ name: 'Failure', message: '「a.xml」文件已经不在了' });
});

test('a damaged file is refused with one line', async () => {
  const whole = zip({ 'a.xml': 'letters 一' });
  await expect(read(await write('a.zip', whole.subarray(0, 40)))).rejects.toThrow('压缩包打不开，可能没有传完整');
  const packed = gzipSync(Buffer.alloc(100_000, 'letters'));
  await expect(read(await write('a.gz', packed.subarray(0, 60)))).rejects.toThrow('压缩的文件不完整');
  await expect(read(join(folder, 'nowhere'))).rejects.toThrow('没有这个文件');
});

test('a zip bomb is refused; links and paths outside the zip are skipped', async () => {
  await expect(read(await write('a.zip', zip({ 'a.xml': Buffer.alloc(3_000_000) })))).rejects.toThrow('压缩率异常');

  const linked = await openSource(await write('b.zip', zip({ 'a.xml': 'letters 一' }, 0o120777)));
  expect([linked.entries, linked.refused]).toEqual([[], [{ path: 'a.xml', reason: '符号链接' }]]);
  await linked.close();

  const gbk = { name: Buffer.from('d3ea2e786d6c', 'hex'), bytes: 'letters 二' };
  const packed = makeZip({ name: '../b.xml', bytes: 'letters 一' }, gbk, gbk);
  const source = await openSource(await write('c.zip', packed));
  expect(source.entries.map(({ path }) => path)).toEqual(['雨.xml']);
  expect(source.refused).toEqual([
    { path: '../b.xml', reason: '指向外面的路径' },
    { path: '雨.xml', reason: '同名的文件出现两次，用了前一个' },
  ]);
  await source.close();
});

test('the error for an unknown file says what it looks like', async () => {
  expect(await read(await write('a.json', '{"songs":[{"name":1}]}'))).toBe(
    '认不出这是什么文件：是 JSON，里面有 songs、name',
  );
  expect(await read(await write('a.xml', '<?xml version="1.0"?><songs/>'))).toBe(
    '认不出这是什么文件：是 XML，最外层是 songs',
  );
  expect(await read(await write('a.html', '<!DOCTYPE html><p>'))).toContain('是网页');
  expect(await read(await write('a.txt', ''))).toBe('「a.txt」是空的');
  expect(await read(await write('a.bin', Buffer.from([1, 2, 3])))).toBe('认不出这是什么文件');
  expect(await read(await write('a.zip', zip({ 'x/1.png': 'x' })))).toContain('里面有 1 个文件');
});

async function valuesOf(text: string | Uint8Array, enters: (path: string[]) => boolean) {
  const found: JsonValue[] = [];
  const path = await write('valuesOf.json', text);
  for await (const part of readJsonValues(path, enters)) found.push(part);
  return { path, found };
}

test('JSON is read value by value, each with the offsets to read it again', async () => {
  const text = '\ufeff{ "a" : [1, -2.5e3 ,"x\\"]}", {"b":["雨\\\\"]}], "c\\u0041":true,"d":{"e":null} }';
  const { path, found } = await valuesOf(text, (path) => path.join() === 'a');
  expect(found.map((part) => [part.path.join('.'), parseValue(part)])).toEqual([
    ['a.0', 1],
    ['a.1', -2500],
    ['a.2', 'x"]}'],
    ['a.3', { b: ['雨\\'] }],
    ['cA', true],
    ['d', { e: null }],
  ]);
  const again = await openJsonValues(path);
  expect(await Promise.all(found.map((part) => again.read(part)))).toEqual(found.map(parseValue));
  await again.close();
});

test('values are complete wherever the chunks of the file end', async () => {
  const long = `${'雨\\n'.repeat(400_000)}\\"`;
  const list = JSON.stringify(Array.from({ length: 8 }, (_, index) => ({ index, text: long.slice(index) })));
  const { found } = await valuesOf(list, () => false);
  expect(found.map((part) => (parseValue(part) as { index: number }).index)).toEqual(
    Array.from({ length: 8 }, (_, i) => i),
  );
});

test('a truncated file gives its complete values, then the place where it ends', async () => {
  const seen: unknown[] = [];
  const reading = async () => {
    for await (const part of readJsonValues(await write('cut.json', '[{"a":1},{"a":2},{"a"'), () => false))
      seen.push(parseValue(part));
  };
  await expect(reading()).rejects.toThrow('文件在第 21 个字节处断了');
  expect(seen).toEqual([{ a: 1 }, { a: 2 }]);
  await expect(valuesOf('{"a":1} <', () => false)).rejects.toThrow('第 9 个字节处不是 JSON');
  await expect(valuesOf('{"a":[1}}', () => true)).rejects.toThrow('不是 JSON');
});
