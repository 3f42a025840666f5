import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { Encrypter } from 'age-encryption';
import { expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import { prepareEncryption } from './age.ts';

const slow = { timeout: 300_000 };
const site = freshSite();
const passphrase = '三月里的小雨';
const upload = 'upload-12345';

const backups = () => site.office(site.owner).backups;
const ended = () =>
  vi.waitFor(
    async () => {
      const work = await backups().work();
      if (!work || work.state === 'running') throw new Error('not yet');
      return work;
    },
    { timeout: 100_000, interval: 30 },
  );

/** A backup made here, encrypted as it lies elsewhere; the plain one is deleted. */
async function sealed() {
  await backups().start({ body: { kind: 'create' } });
  const { name } = await ended();
  const path = join(site.dataDir, 'backups', name);
  const plain = await readFile(path);
  await rm(path);
  const { encrypt } = await prepareEncryption(passphrase);
  return { plain, bytes: await buffer(Readable.from(encrypt(Readable.from([plain])))) };
}

async function send(bytes: Uint8Array, viewer = site.owner) {
  const form = await formOf({ name: 'backup.zip.age', bytes });
  const headers = { ...form.headers, authorization: tokenOf(viewer) };
  const url = `/v1/admin/backups/upload?id=${upload}&from=0&total=${bytes.length}`;
  return JSON.parse((await site.app.inject({ method: 'POST', url, ...form, headers })).body) as Envelope;
}
const decrypt = (word: string) => backups().start({ body: { kind: 'decrypt', upload, passphrase: word } });
const files = async () => (await readdir(join(site.dataDir, 'backups'))).filter((name) => !/^\.(work|lock)/.test(name));

test('an encrypted backup is uploaded and becomes one by its passphrase, a wrong one loses nothing', slow, async () => {
  const { plain, bytes } = await sealed();
  const waiting = { code: 200, data: { received: bytes.length, name: '', isEncrypted: true } };
  expect(await send(bytes)).toMatchObject(waiting);
  expect((await backups().list()).backups).toEqual([]);
  for (const word of ['三月里的大雨', 'hush'])
    await expect(decrypt(word)).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'passphrase',
      message: expect.stringContaining('加密的口令不对'),
    });
  await expect(decrypt(' ')).rejects.toMatchObject({ message: '请输入加密的口令' });
  expect(await send(bytes), 'the same file asks again').toMatchObject(waiting);

  await decrypt(passphrase);
  const work = await ended();
  expect(work).toMatchObject({ kind: 'decrypt', state: 'done', failure: '' });
  expect((await backups().list()).backups).toMatchObject([{ name: work.name, reason: 'uploaded', provenAt: null }]);
  expect((await readFile(join(site.dataDir, 'backups', work.name))).equals(plain)).toBe(true);
  expect(await files()).toEqual([work.name]);
  const acts = await site.db.selectFrom('auditLog').selectAll().where('act', '=', 'backups.upload').execute();
  expect(acts).toMatchObject([{ subject: work.name }]);
  expect(JSON.stringify(acts)).not.toContain(passphrase);
});

test('what a passphrase opens and is damaged further on is not kept, and may be tried again', slow, async () => {
  const { bytes } = await sealed();
  const broken = Buffer.from(bytes);
  broken[bytes.length - 40] = (broken[bytes.length - 40] ?? 0) ^ 1;
  await send(broken);
  await decrypt(passphrase);
  expect(await ended()).toMatchObject({ state: 'failed', failure: '文件坏了，或没有传完，打不开' });
  expect((await backups().list()).backups).toEqual([]);
  expect(await files()).toEqual([expect.stringMatching(/^\.incoming-/)]);
});

test('one that is cut off, or locked by a key instead of a passphrase, is refused and not kept', slow, async () => {
  const { bytes } = await sealed();
  const keyed = new Encrypter();
  keyed.addRecipient('age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p');
  for (const sent of [bytes.subarray(0, 60), Buffer.from(await keyed.encrypt(new Uint8Array(100)))])
    expect(await send(sent)).toMatchObject({ code: 400, message: expect.stringContaining('这份备份不能用：是加密的') });
  expect(await files()).toEqual([]);
});

test('nobody opens what somebody else uploaded', slow, async () => {
  const { bytes } = await sealed();
  await site.db.updateTable('users').set({ role: 'owner' }).where('id', '=', site.lin.id).execute();
  await send(bytes, site.lin);
  await expect(decrypt(passphrase)).rejects.toMatchObject({ id: 'not-found' });
});
