import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '../apps/server/test/s3.ts';
import { hasWebdav, startWebdav, webdavAccount } from '../apps/server/test/webdav.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { arrived, confirmPassword, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let owner: Awaited<ReturnType<typeof newStaff>>;
let page: Page;
let faults: string[];

beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  ({ page, faults } = await openPage());
  page.setDefaultTimeout(20_000);
  await carryToken(page, site, await tokenFor(site, owner));
});
beforeEach(() => void faults.splice(0));

const drawer = () => page.getByRole('dialog', { name: '抄到哪里' });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const requested = () => page.getByRole('dialog', { name: '请再输入一次你的密码' });

/** Waits for the answer to a trial, which stands below its button. */
const refused = (words: RegExp) =>
  drawer().locator('[role=status][data-ok=false]').filter({ hasText: words }).waitFor();

/** Saves what is filled in; the password is requested for again once. */
async function save(name: string) {
  await drawer()
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await requested().or(row(name)).first().waitFor();
  if (await requested().isVisible()) await confirmPassword(page, owner);
  await row(name).waitFor();
}

async function openPlaces() {
  await page.goto('/admin/backups');
  await arrived(page, '备份');
}

type Place = { kind: string; address: [label: string, url: string]; user: [string, string]; secret: [string, string] };

async function fillIn({ kind, address, user, secret }: Place) {
  await page
    .locator('.remotes')
    .getByRole('button', { name: /添\s*加/ })
    .click();
  await drawer().getByRole('button', { name: kind }).click();
  await drawer().getByLabel(address[0]).fill(address[1]);
  await drawer().getByLabel(user[0], { exact: true }).fill(user[1]);
  await drawer().getByLabel(secret[0], { exact: true }).fill(secret[1]);
  await drawer().getByLabel('允许内网地址').check();
  await drawer().getByLabel('叫它什么').fill(`我的${kind}`);
}

/** Uploads the backup that was made here, proven by reading it back, shows what lies there, fetches it and leaves the place. */
async function walk(kind: string) {
  const name = `我的${kind}`;
  await row(name)
    .getByRole('button', { name: `现在抄：${name}` })
    .click();
  await row(name).getByText('抄好，核对过').waitFor({ timeout: 60_000 });
  await row(name)
    .getByRole('button', { name: `那里的备份：${name}` })
    .click();
  const files = page.getByRole('dialog', { name: `「${name}」里的备份` });
  await files.getByText('核对过').waitFor();
  await files.getByRole('button', { name: /取\s*回/ }).click();
  await files.waitFor({ state: 'hidden' });
  await page.getByText('从别处取回的').first().waitFor({ timeout: 60_000 });
  await row(name)
    .getByRole('button', { name: `移除：${name}` })
    .click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /确\s*定|移\s*除|好/ })
    .click();
  await row(name).waitFor({ state: 'detached' });
}

test('a backup is there to be uploaded', async () => {
  await openPlaces();
  await page.getByText('备份都在这一块盘上').waitFor();
  await page.getByRole('button', { name: '立即备份' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: /mojian-.*\.zip/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

describe.runIf(hasWebdav)('WebDAV', () => {
  let dav: Awaited<ReturnType<typeof startWebdav>>;
  beforeAll(async () => {
    dav = await startWebdav();
  });
  afterAll(() => dav?.stop());

  test('a wrong password is said in Chinese before it is saved, and with the right one the backup is proven, listed and fetched', async () => {
    await openPlaces();
    const { username, secret } = webdavAccount;
    await fillIn({
      kind: 'WebDAV',
      address: ['文件夹的地址', dav.url],
      user: ['账号', username],
      secret: ['密码', 'wrong'],
    });
    await drawer().getByRole('button', { name: '试一试' }).click();
    await refused(/账号或密码不对/);
    expect(await flawsAtAll(page)).toEqual([]);
    await drawer().getByLabel('密码', { exact: true }).fill(secret);
    await save('我的WebDAV');
    await walk('WebDAV');
    expect(await dav.names()).toHaveLength(1);
    expect(faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
  });
});

test('the same with a bucket, where a wrong secret is said and a missing key stands at its field', async () => {
  const s3: S3 = await startS3();
  try {
    await openPlaces();
    await fillIn({
      kind: '对象存储',
      address: ['桶的地址', `http://127.0.0.1:${s3.port}/pictures/backups?region=us-east-1`],
      user: ['AccessKey ID', 'AKIDMOJIAN'],
      secret: ['AccessKey Secret', 'wrong'],
    });
    await drawer().getByRole('button', { name: '试一试' }).click();
    await refused(/SECRET 不对/);
    await drawer().getByLabel('AccessKey ID', { exact: true }).fill('');
    await drawer().getByRole('button', { name: '试一试' }).click();
    await drawer().getByText('请输入AccessKey ID').waitFor();
    await drawer().getByLabel('AccessKey ID', { exact: true }).fill('AKIDMOJIAN');
    await drawer().getByLabel('AccessKey Secret', { exact: true }).fill(s3.secret);
    await save('我的对象存储');
    await walk('对象存储');
    expect(await s3.objects()).toBe(1);
  } finally {
    await s3.stop();
    await s3.remove();
  }
});
