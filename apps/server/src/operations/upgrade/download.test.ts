import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';

const name = 'mojian-0.3.0-node.tar.xz';
const archive = randomBytes(300_000);
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let server: Server;
let sums: string;
let signature = '';
/** Range of each request for the archive. */
let ranges: (string | undefined)[];
let send: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-download-'));
  sums = `${sumOf(archive)}  ${name}\n`;
  signature = '';
  ranges = [];
  send = sendRest;
  server = createServer((request, response) => {
    if (request.url === '/releases/SHA256SUMS') return response.end(sums);
    if (request.url === '/releases/SHA256SUMS.sig')
      return signature ? response.end(signature) : response.writeHead(404).end();
    ranges.push(request.headers.range);
    send(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function sendRest({ headers }: IncomingMessage, response: ServerResponse) {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const rest = archive.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length }).end(rest);
}

/** Promises the whole, sends this much, and hangs up once it has arrived. */
function cutAfter(bytes: number) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, bytes), () => setTimeout(() => response.destroy(), 200));
  };
}

const fetchIt = (signer?: KeyObject) =>
  download({
    key: signer,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`,
    version: '0.3.0',
    variant: 'node',
    folder,
  });

test('an archive arrives whole under its name, and nothing else lies there', async () => {
  const path = await fetchIt();
  expect(path).toBe(join(folder, name));
  expect(sumOf(await readFile(path))).toBe(sumOf(archive));
  expect(await readdir(folder)).toEqual([name]);
});

test('a transfer cut in the middle goes on where it stopped', async () => {
  const cut = cutAfter(100_000);
  send = (...both) => (ranges.length === 1 ? cut(...both) : sendRest(...both));
  expect(sumOf(await readFile(await fetchIt()))).toBe(sumOf(archive));
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);
});

test('a server that knows no ranges is asked for the whole anew', async () => {
  const cut = cutAfter(100_000);
  send = (request, response) => (ranges.length === 1 ? cut(request, response) : response.writeHead(200).end(archive));
  expect(sumOf(await readFile(await fetchIt()))).toBe(sumOf(archive));
  expect(ranges).toHaveLength(2);
});

test('after repeated disconnects a later call resumes', async () => {
  send = cutAfter(100_000);
  await expect(fetchIt()).rejects.toThrow(`下载 ${name} 时连接断了，再运行一次就接着下载`);
  send = sendRest;
  expect(sumOf(await readFile(await fetchIt()))).toBe(sumOf(archive));
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
});

test('an archive with a wrong checksum is deleted', async () => {
  sums = `${sumOf(Buffer.from('another'))}  ${name}\n`;
  await expect(fetchIt()).rejects.toThrow(/与 SHA256SUMS 对不上，没有升级/);
  expect(await readdir(folder)).toEqual([]);
});

test('a version nobody offers and a server that is away are told apart', async () => {
  sums = '';
  await expect(fetchIt()).rejects.toThrow(/SHA256SUMS 里没有 mojian-0\.3\.0/);
  server.close();
  server.closeAllConnections();
  const away = { url: 'http://127.0.0.1:1/', version: '0.3.0', variant: 'node', folder };
  await expect(download(away)).rejects.toThrow(/下载不了 .*（没有应答）/);
});

const { publicKey: key, privateKey } = generateKeyPairSync('ed25519');
const signed = (text: string, by = privateKey) => sign(null, Buffer.from(text), by).toString('base64');

test('with a key, a list that its owner signed is taken', async () => {
  signature = signed(sums);
  expect(sumOf(await readFile(await fetchIt(key)))).toBe(sumOf(archive));
});

test.each<[string, () => void]>([
  ['no signature', () => {}],
  [
    'another’s signature',
    () => {
      signature = signed(sums, generateKeyPairSync('ed25519').privateKey);
    },
  ],
  [
    'the signature of another list',
    () => {
      signature = signed(`${sums} `);
    },
  ],
  [
    'a signature that is none',
    () => {
      signature = 'AAAA';
    },
  ],
  [
    'a list that changed since',
    () => {
      signature = signed(sums);
      sums = `${sumOf(Buffer.from('x'))}  ${name}\n`;
    },
  ],
])('with a key, %s downloads nothing', async (_what, prepare) => {
  prepare();
  await expect(fetchIt(key)).rejects.toThrow(/签名|SHA256SUMS\.sig/);
  expect(ranges).toEqual([]);
});

test('an endless list of sums is given up', async () => {
  sums = 'x'.repeat(100_000);
  await expect(fetchIt()).rejects.toThrow(/太大/);
});
