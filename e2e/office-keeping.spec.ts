import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { flaws } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { confirmPassword } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let owner: Member;
let token: string;
let visitor: Awaited<ReturnType<typeof openPage>>;
beforeAll(async () => {
  owner = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.id).execute());
  token = await tokenFor(site, owner);
});
afterEach(() => visitor.close());

async function open(path: string): Promise<Page> {
  visitor = await openPage();
  await carryToken(visitor.page, site, token);
  visitor.page.setDefaultTimeout(90_000);
  await visitor.page.goto(path);
  return visitor.page;
}
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
const slow = { timeout: 180_000 };

test('the owner makes a backup, tests and downloads it, and restores the site from it', slow, async () => {
  const page = await open('/admin/backups');
  await said(page, '还没有试恢复过的备份');
  await page.getByRole('button', { name: '立即备份' }).click();
  const row = page.getByRole('listitem').filter({ hasText: /mojian-.*\.zip/ });
  await row.first().waitFor();
  await page.getByRole('button', { name: '试恢复' }).click();
  await page.getByRole('heading', { name: /的备份能用/ }).waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载' }).click();
  await confirmPassword(page, owner);
  const file = await coming;
  const name = file.suggestedFilename();
  expect(readFileSync(await file.path()).equals(readFileSync(join(site.dataDir, 'backups', name)))).toBe(true);
  expect(await flaws(page, 'backups')).toEqual([]);

  await apiOf(site, { token }).feedback.send({
    body: { type: 1, title: '备份之后', content: '恢复了就没有' },
  });
  const feedback = () => inDatabase(site, (db) => db.selectFrom('feedback').select('title').execute());
  expect(await feedback()).toHaveLength(1);
  await page.getByRole('button', { name: '恢复…' }).click();
  const change = page.getByRole('row').filter({ hasText: '反馈' });
  await change.waitFor();
  expect(await change.innerText()).toMatch(/反馈\s+1\s+0\s+−1/);
  const restore = page.getByRole('button', { name: '恢复整个站点' });
  expect(await restore.isDisabled()).toBe(true);
  expect(await flaws(page, 'restore')).toEqual([]);
  await page.getByLabel('确认恢复，请输入「恢复」两个字').fill('恢复');
  await restore.click();
  await said(page, '已恢复');
  expect(await feedback()).toEqual([]);
  await page.getByRole('listitem').filter({ hasText: '恢复之前自动留的' }).waitFor();

  const picker = page.locator('input[aria-label="选择一份备份"]');
  await picker.setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('x') });
  await said(page, '这份备份不能用：不是 zip，或者没有传完');
  await picker.setInputFiles(await file.path());
  await page.getByRole('listitem').filter({ hasText: '上传的' }).waitFor();

  await page.getByText('每周').click();
  await page.getByLabel('保留最近').fill('400');
  await page.getByRole('link', { name: '搬家' }).click();
  await page.getByRole('dialog', { name: '有改动没有保存' }).getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.locator('.backup-card .field-fault').waitFor();
  await page.getByLabel('保留最近').fill('365');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await confirmPassword(page, owner);
  await said(page, '已保存');
  const saved = await inDatabase(site, (db) =>
    db.selectFrom('settings').select('value').where('name', '=', 'backup').executeTakeFirstOrThrow(),
  );
  expect(JSON.parse(saved.value)).toEqual({ every: 'week', keep: 365 });

  // the owner is told before and after that this session is not in the backup
  await carryToken(page, site, await tokenFor(site, owner));
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: '手动' }).getByRole('button', { name: '恢复…' }).click();
  await said(page, '恢复之后，你要重新登录');
  await page.getByLabel('确认恢复，请输入「恢复」两个字').fill('恢复');
  await restore.click();
  await confirmPassword(page, owner);
  await said(page, '已恢复，请重新登录');
  await page.getByRole('link', { name: '去登录' }).click();
  await page.getByRole('dialog', { name: '登录' }).waitFor();
  expect(
    visitor.faults.filter(
      (fault) => !/400 \(Bad Request\)|428 \(Precondition Required\)|401 \(Unauthorized\)/.test(fault),
    ),
  ).toEqual([]);
});

test('a session that ends while a backup runs is not taken for a restored site', slow, async () => {
  const page = await open('/admin/backups');
  await page.getByRole('button', { name: '立即备份' }).waitFor();
  const nothing = { name: '', step: '', done: 0, total: 0, failure: '', preview: null, safety: '' };
  const work = { ...nothing, kind: 'create', state: 'running', startedAt: new Date().toISOString() };
  const file = join(site.dataDir, 'backups/.work');
  writeFileSync(file, JSON.stringify({ work, toldAt: Date.now() + 14_000 })); // as another process writes it
  await page.reload();
  await said(page, '正在备份');
  await inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', owner.id).execute());
  await page.getByRole('dialog', { name: '登录已经失效' }).waitFor();
  await said(page, '看不到进度了');
  expect(await page.getByText('已恢复').count()).toBe(0);
  rmSync(file);
  token = await tokenFor(site, owner);
});

test('pictures are uploaded, previewed, and removed once unused', slow, async () => {
  const page = await open('/admin/files?use=unused');
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#467' } })
    .png()
    .toBuffer();
  await page.getByRole('button', { name: '上传' }).waitFor();
  await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer: picture });
  await said(page, '未使用，今天上传');
  expect(await flaws(page, 'files')).toEqual([]);
  await page.getByRole('button', { name: /^查看/ }).first().click();
  await page.getByRole('button', { name: '复制 Markdown' }).waitFor();
  await said(page, '600×400');
  expect(await flaws(page, 'file')).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /用\s*量/ }).click();
  await said(page, '一共 1 个');
  await page.keyboard.press('Escape');
  const remove = async () => {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /删\s*除/ })
      .click();
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: /确\s*定/ })
      .click();
  };
  const files = () => inDatabase(site, (db) => db.selectFrom('files').select('key').execute());
  await page.goto('/admin/files');
  await expect
    .poll(() =>
      page.locator('main img').evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth > 0)),
    )
    .toBe(true);
  await page.getByRole('checkbox', { name: /^选择 / }).check();
  // a picture that came into use meanwhile is not removed; worn behind the site's back, it is not listed either
  const [{ key } = { key: '' }] = await files();
  const { id } = await newMember(site);
  const wear = (avatar: string) =>
    inDatabase(site, (db) => db.updateTable('users').set({ avatar }).where('id', '=', id).execute());
  await wear(`/files/${key}`);
  await remove();
  await said(page, '1 个没有删除：正在使用');
  expect(await files()).toHaveLength(1);
  await wear('');
  await page.reload();
  await page.getByRole('checkbox', { name: /^选择 / }).check();
  await remove();
  await expect.poll(files).toEqual([]);
  expect(visitor.faults).toEqual([]);
});
