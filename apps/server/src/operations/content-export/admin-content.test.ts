import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
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
  await expect.poll(() => readdir(join(site.dataDir, 'exports'))).toEqual([]);
  expect(await site.db.selectFrom('auditLog').select(['actor', 'act']).execute()).toEqual([
    { actor: '站长', act: 'content.download' },
  ]);
});

test('a failed write leaves no file, and the site continues', async () => {
  await writeFile(join(site.dataDir, 'exports'), 'in the way');
  const { url } = await site.office(site.owner).content.download();
  expect((await site.app.inject({ url })).statusCode).toBe(500);
  expect(await readdir(site.dataDir)).toEqual(['exports']);
});
