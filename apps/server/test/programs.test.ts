import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyScope } from '@mojian/contract/platform/key-scopes';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { freshSite } from './fresh-site.ts';
import { noise } from './noise.ts';

const site = freshSite();
const run = promisify(execFile);
let address = '';
let folder = '';

beforeEach(async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'mojian-programs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const keyOf = async (...scopes: KeyScope[]) =>
  (await site.office(site.owner).accessKeys.add({ body: { name: '配方', scopes, days: 1 } })).key;

const readDraft = (id: number) => site.as(site.owner).drafts.mine({ query: { id } });
const listOwn = async () => (await site.as(site.owner).drafts.list({ query: {} })).data.records;

const publish = (key: string, ...words: string[]) =>
  run('bash', ['docs/programs/publish.sh', ...words], {
    env: { ...process.env, MOJIAN_URL: address, MOJIAN_KEY: key },
  });

test('the shell recipe uploads pictures, makes a draft, changes it when run again, and publishes it', async () => {
  const key = await keyOf('draft', 'upload', 'publish');
  const file = join(folder, '谷雨.md');
  await writeFile(join(folder, 'rain.png'), await noise(30));
  await writeFile(file, '# 谷雨\n\n雨生「百谷」，100% 的 \\ 与 "引号"。\n\n![雨](rain.png)\n');
  const { stdout } = await publish(key, file);
  const [own] = await listOwn();
  expect(stdout).toContain(`草稿：${address}/newposts?id=${own?.id}`);
  const { content, keyName } = await readDraft(own?.id ?? 0);
  expect(content.title).toBe('谷雨');
  expect(content.markdown).toMatch(/雨生「百谷」，100% 的 \\ 与 "引号"。\n\n!\[雨\]\(\/files\/.+\.webp\)/);
  expect(keyName).toBe('配方');

  await writeFile(file, '# 谷雨\n\n改过一遍。\n');
  expect((await publish(key, file, 'publish')).stdout).toContain(`published：${address}/article/${own?.id}`);
  expect(await listOwn()).toHaveLength(1);
  expect((await site.as(null).articles.info({ query: { id: own?.id ?? 0 } })).html).toContain('改过一遍');
});

test('the shell recipe says what the site says when its key lacks a scope', async () => {
  const file = join(folder, 'a.md');
  await writeFile(file, '一句。');
  const failed = publish(await keyOf('read'), file);
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringContaining('这把钥匙没有「写草稿」（draft）的权限'),
  });
});

/** Obsidian as its plugins see it, as far as the script uses it: the vault, and requests without the browser's rules. */
async function inObsidian(key: string, text: string) {
  const source = await readFile('docs/programs/obsidian.js', 'utf8');
  const script = join(folder, `${key}.cjs`);
  await writeFile(script, source.replace('https://你的域名', address).replace('mj_…', key));
  const picture = await noise(30);
  const said: string[] = [];
  const note = { path: '笔记/谷雨.md', basename: '谷雨', stat: { ctime: 1_700_000_000_000 } };
  const app = {
    vault: { read: async () => text, readBinary: async () => new Uint8Array(picture).buffer },
    metadataCache: { getFirstLinkpathDest: (name: string) => (name === '雨.png' ? { name } : null) },
  };
  Object.assign(globalThis, { app });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'app'));
  class Notice {
    constructor(words: string) {
      said.push(words);
    }
  }
  const requestUrl = async ({ url, method, headers, contentType, body }: Record<string, string>) => {
    const init = {
      method: method ?? 'GET',
      headers: { ...(headers as never as object), 'content-type': contentType ?? '' },
    };
    return { json: await (await fetch(url ?? '', { ...init, ...(body && { body }) })).json() };
  };
  const main = createRequire(import.meta.url)(script) as (tp: unknown) => Promise<string>;
  const result = await main({ config: { target_file: note }, obsidian: { requestUrl, Notice } }).catch(String);
  return { said, result };
}

test('the Obsidian script makes a note with its picture a draft, and the same one afterwards', async () => {
  const key = await keyOf('draft', 'upload');
  const { said } = await inObsidian(key, '---\ntags: [雨]\n---\n雨生百谷。\n\n![[雨.png|300]]\n![[没有.png]]');
  const [own] = await listOwn();
  expect(said).toEqual([`草稿存好了：${address}/newposts?id=${own?.id}`]);
  const { content } = await readDraft(own?.id ?? 0);
  expect(content).toMatchObject({
    title: '谷雨',
    markdown: expect.stringMatching(/^雨生百谷。\n\n!\[\]\(\/files\/.+\)\n!\[\[没有/),
  });
  await inObsidian(key, '改过。');
  expect(await listOwn()).toHaveLength(1);
  expect((await readDraft(own?.id ?? 0)).content.markdown).toBe('改过。');
  expect((await inObsidian(await keyOf('read'), '改过。')).said[0]).toContain('（draft）');
});

/** The request of PicGo's web uploader: one file in a form, headers from its settings, and a path into the answer. */
async function picGo(
  key: string,
  settings: { url: string; paramName: string; jsonPath: string; customHeader: string },
) {
  const form = new FormData();
  form.append(settings.paramName, new Blob([new Uint8Array(await noise(30))]), '截图.png');
  const headers = JSON.parse(settings.customHeader.replace('mj_…', key));
  const answer = await fetch(settings.url, { method: 'POST', headers, body: form });
  const value = settings.jsonPath.split('.').reduce((part, name) => part[name], await answer.json());
  return value as string;
}

test('PicGo’s web uploader gets an address by the settings of the guide', async () => {
  const guide = await readFile('docs/programs.md', 'utf8');
  const cell = (name: string) => new RegExp(`\\| ${name} \\| \`(.+)\` \\|`).exec(guide)?.[1] ?? '';
  const settings = {
    url: cell('API 地址').replace('https://你的域名', address),
    paramName: cell('POST 参数名'),
    jsonPath: cell('JSON 路径'),
    customHeader: cell('自定义请求头'),
  };
  const url = await picGo(await keyOf('upload'), settings);
  expect(url).toMatch(/^\/files\/.+\.webp$/);
  expect((await site.as(site.owner).files.mine({ query: {} })).pictures[0]?.url).toBe(url);
});

test('the requests of the iOS shortcut post a say with its picture', async () => {
  const authorization = `Bearer ${await keyOf('upload', 'publish')}`;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await noise(30))]), 'IMG_0001.HEIC.png');
  const uploaded = await fetch(`${address}/file/upload`, { method: 'POST', headers: { authorization }, body: form });
  const { url } = (await uploaded.json()).data;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: '路上', pictures: [url] });
  const said = await (await fetch(`${address}/v1/say/insertSay`, { method: 'POST', headers, body })).json();
  expect(said).toMatchObject({ code: 200, message: '' });
  const { records } = await site.as(null).says.list({ query: {} });
  expect(records[0]).toMatchObject({ text: '路上', pictures: [{ width: 30, height: 30 }] });
});
