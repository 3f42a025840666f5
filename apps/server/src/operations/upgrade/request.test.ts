import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import type { Context } from './context.ts';
import { Privileges } from './home.ts';
import { incomingFolder, isRequested, requestPath, takeRequest, writeRequest } from './request.ts';
import { archiveName, takeUploaded } from './uploaded.ts';

const keys = generateKeyPairSync('ed25519');
const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-request-'));
  dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'upgrades'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a request is taken once', async () => {
  expect(takeRequest(dataDir)).toBeUndefined();
  const id = await writeRequest(dataDir, { act: 'upgrade', version: '0.3.0', source: 'address' });
  expect(isRequested(dataDir)).toBe(true);
  expect(takeRequest(dataDir)).toEqual({ format: 1, id, act: 'upgrade', version: '0.3.0', source: 'address' });
  expect([isRequested(dataDir), takeRequest(dataDir)]).toEqual([false, undefined]);
});

const id = '5f0f5a30-6d5b-4c1d-8f6a-0d6f1f2b3c4d';
const hostile: [string, unknown][] = [
  ['a path for a version', { format: 1, id, act: 'upgrade', version: '../../etc', source: 'upload' }],
  ['a command line', { format: 1, id, act: 'upgrade', version: '0.3.0; reboot', source: 'address' }],
  ['a flag', { format: 1, id, act: 'upgrade', version: '--watch', source: 'address' }],
  ['a file of its own', { format: 1, id, act: 'upgrade', version: '0.3.0', source: 'upload', file: '/tmp/x.tar.xz' }],
  ['another act', { format: 1, id, act: 'restore', version: '0.3.0' }],
  ['a later format', { format: 2, id, act: 'rollback' }],
  ['no object', 'rollback'],
];

test.each(hostile)('%s is refused, and the request is gone', (_name, content) => {
  writeFileSync(requestPath(dataDir), JSON.stringify(content));
  expect(() => takeRequest(dataDir)).toThrow('升级的请求读不懂，没有动');
  expect(isRequested(dataDir)).toBe(false);
});

test('a link, a pipe, a folder and a large file are not read', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, JSON.stringify({ format: 1, id, act: 'rollback' }));
  const plants = {
    link: () => symlinkSync(secret, requestPath(dataDir)),
    pipe: () => execFileSync('mkfifo', [requestPath(dataDir)]),
    folder: () => mkdirSync(requestPath(dataDir)),
    large: () => writeFileSync(requestPath(dataDir), ' '.repeat(5000)),
  };
  for (const [name, plant] of Object.entries(plants)) {
    plant();
    expect(() => takeRequest(dataDir), name).toThrow(/没有读/);
    expect(isRequested(dataDir), name).toBe(false);
  }
  expect(existsSync(secret)).toBe(true);
});

const name = archiveName('0.3.0', 'node');
const archive = Buffer.from('an archive');
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Arranged = { bytes?: Buffer; sums?: string; signed?: string };

/** Uploads a release as the back office does. */
function arrange({ bytes = archive, sums = `${sumOf(archive)}  ${name}\n`, signed = sums }: Arranged = {}) {
  const incoming = incomingFolder(dataDir);
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, name), bytes);
  writeFileSync(join(incoming, 'SHA256SUMS'), sums);
  writeFileSync(join(incoming, 'SHA256SUMS.sig'), sign(null, Buffer.from(signed), keys.privateKey).toString('base64'));
  return incoming;
}

function take(env: Record<string, string> = { UPGRADE_KEY: key }) {
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const context = { config, privileges: new Privileges(dataDir) } as unknown as Context;
  return takeUploaded(context, { name, folder: join(folder, 'downloads') });
}

test('a signed release is copied to where only root writes', async () => {
  arrange();
  expect(readFileSync(await take())).toEqual(archive);
});

test('what the key did not sign, or was exchanged since, is refused and leaves nothing', async () => {
  arrange({ signed: 'another list' });
  await expect(take()).rejects.toThrow('签名与 UPGRADE_KEY 对不上');
  arrange({ sums: `${sumOf(archive)}  another.tar.xz\n` });
  await expect(take()).rejects.toThrow(`SHA256SUMS 里没有 ${name}`);
  arrange({ bytes: Buffer.from('another archive') });
  await expect(take()).rejects.toThrow('与 SHA256SUMS 对不上');
  expect(readdirSync(folder)).toEqual(['data']);
  await expect(take({})).rejects.toThrow('没有设 UPGRADE_KEY');
  const incoming = arrange();
  rmSync(join(incoming, name));
  await expect(take()).rejects.toThrow('不在了，请重新上传');
  writeFileSync(join(folder, 'elsewhere'), archive);
  symlinkSync(join(folder, 'elsewhere'), join(incoming, name));
  await expect(take()).rejects.toThrow('没有读');
  expect(readdirSync(folder).sort()).toEqual(['data', 'elsewhere']);
});

test('a release that would fill the disk is not copied', async () => {
  const incoming = arrange();
  execFileSync('truncate', ['-s', '600M', join(incoming, name)]);
  await expect(take()).rejects.toThrow('太大，不是墨笺的发布包');
  expect(existsSync(join(folder, 'downloads'))).toBe(false);
});
