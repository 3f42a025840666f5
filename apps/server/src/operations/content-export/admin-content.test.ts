import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

const site = freshSite();

test('the downloaded zip equals the command’s, and each address works once', async () => {
  await site.writes({ title: '山茶', markdown: '开了。' });
  const { url } = await site.office(site.owner).content.download();
  const [first, second] = await Promise.all([site.app.inject({ url }), site.app.inject({ url })]);
  const [sent, refused] = first.statusCode === 200 ? [first, second] : [second, first];
  const path = join(site.dataDir, 'same.zip');
  await writeExport(path, exportContent(site));
  expect(sent.rawPayload.equals(await readFile(path))).toBe(true);
  expect(sent.headers['content-disposition']).toMatch(/filename="mojian-content-\d{4}-\d{2}-\d{2}\.zip"/);
  expect([refused.statusCode, refused.body]).toEqual([404, expect.stringContaining('用过或已过期')]);
  expect(await site.db.selectFrom('auditLog').select(['actor', 'act']).execute()).toEqual([
    { actor: '站长', act: 'content.download' },
  ]);
});

/** Asks for the export over HTTP, where it comes in pieces. */
async function download() {
  const origin = await site.app.listen({ port: 0 });
  const { url } = await site.office(site.owner).content.download();
  const answer = await fetch(`${origin}${url}`);
  if (!answer.body) throw new Error('no body');
  return answer.body.getReader();
}

const key = `ab/${'ab'.repeat(16)}.webp`;
const illustrated = () => site.writes({ markdown: `![](/files/${key})` });

test('the download begins before a slow storage has given its pictures', async () => {
  await illustrated();
  const picture = Promise.withResolvers<OpenedFile>();
  vi.spyOn(site.storage, 'open').mockReturnValue(picture.promise);
  const reader = await download();
  const first = await reader.read();
  expect(
    Buffer.from(first.value ?? [])
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  picture.resolve({ size: 7, body: Buffer.from('picture') });
  let last = first;
  for (let piece = first; !piece.done; piece = await reader.read()) last = piece;
  expect(Buffer.from(last.value ?? []).includes('PK\u0005\u0006')).toBe(true);
  await expect(readdir(join(site.dataDir, 'exports'))).rejects.toThrow('ENOENT');
});

test('a failing storage breaks the download off, and the site continues', async () => {
  await illustrated();
  vi.spyOn(site.storage, 'open').mockRejectedValue(new Error('storage is away'));
  const reader = await download();
  const all = async () => {
    while (!(await reader.read()).done);
  };
  await expect(all()).rejects.toThrow('terminated');
  expect((await site.as(null).articles.list({ query: {} })).total).toBe(1);
});
