import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { arrived, confirmPassword, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const keys = generateKeyPairSync('ed25519');
const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const { site, openPage, startAgain } = openStage({ UPGRADE_BY_REQUEST: '1', UPGRADE_KEY: key });

let owner: Awaited<ReturnType<typeof newStaff>>;
let page: Page;
beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  ({ page } = await openPage());
  page.setDefaultTimeout(20_000);
  await carryToken(page, site, await tokenFor(site, owner));
});

const card = () => page.locator('#upgrade');
const folder = () => join(site.dataDir, 'upgrades');
const request = () => join(folder(), 'request.json');

async function openCard() {
  await page.goto('/admin/system');
  await arrived(page, /系统/);
  await card().getByText('现在是').first().waitFor();
}

/** Uploads a signed release, by another session than the browser's, with nothing in its archive that this test unpacks. */
async function bring(version: string) {
  const authorization = await tokenFor(site, owner);
  const send = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData;
    const headers = { authorization, ...(!isForm && { 'content-type': 'application/json' }) };
    const sent = isForm ? body : JSON.stringify(body);
    return (await fetch(`${site.url}/v1${path}`, { method: 'POST', headers, body: sent })).json();
  };
  const [name, bytes] = [`mojian-${version}-node.tar.xz`, Buffer.from('an archive')];
  const sums = `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  await send('/account/confirm', { password: owner.password });
  const signature = sign(null, Buffer.from(sums), keys.privateKey).toString('base64');
  await send(`/admin/upgrade/upload?id=release-12345&from=0&total=${bytes.length}`, form);
  expect(await send('/admin/upgrade/check', { name, sums, signature })).toMatchObject({ code: 200, data: { version } });
}

/** Stands in for the unit of root: takes the request up and says how far it has come. */
async function takeUp() {
  await expect.poll(() => existsSync(request())).toBe(true);
  const { id, act, version } = JSON.parse(readFileSync(request(), 'utf8'));
  rmSync(request());
  return (state: string, lines: string[], endedAt: number | null = null) => {
    const to = version === undefined ? {} : { version };
    const status = { format: 1, id, act, ...to, state, lines, startedAt: Date.now(), endedAt };
    writeFileSync(join(folder(), 'status.json'), JSON.stringify(status), { mode: 0o600 });
  };
}

/** Starts the upgrade; the password is asked for once in a while. */
async function begin() {
  await card().getByRole('button', { name: '升级到 9.0.0' }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /升\s*级/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '请再输入一次你的密码' });
  const waiting = card().getByText('等服务器接手');
  await dialog.or(waiting).first().waitFor();
  if (await dialog.isVisible()) await confirmPassword(page, owner);
  await waiting.waitFor();
}

test('a signed release is offered, a request withdrawn, and each step and the failure of the next are seen', async () => {
  await bring('9.0.0');
  await openCard();
  await card().getByRole('heading', { name: '9.0.0' }).waitFor();
  await card().getByText('签名核对过').waitFor();
  expect(await flawsAtAll(page)).toEqual([]);
  await begin();
  expect(await flawsAtAll(page)).toEqual([]);
  await card().getByRole('button', { name: '撤回请求' }).click();
  await card().getByRole('button', { name: '升级到 9.0.0' }).waitFor();
  expect(existsSync(request())).toBe(false);
  await begin();
  const report = await takeUp();
  report('running', ['先备份', '试恢复']);
  await card().getByText('试恢复').waitFor();
  report('failed', ['先备份', '试恢复', '磁盘不够，没有换'], Date.now());
  await card()
    .getByText(/的升级没有成/)
    .waitFor();
  await card().getByText('磁盘不够，没有换').waitFor();
  expect(await flawsAtAll(page)).toEqual([]);
});

test('an upgrade that is done is still said after the page was loaded again', async () => {
  await openCard();
  await begin();
  const report = await takeUp();
  report('done', ['先备份', '换好了，看了一分钟，都好'], Date.now());
  await card()
    .getByText(/的升级完成了/)
    .waitFor();
  await page.reload();
  await card().getByText('换好了，看了一分钟，都好').waitFor();
});

test('a site without the unit says what to do instead, and has no button', async () => {
  await site.stop();
  await startAgain({ UPGRADE_BY_REQUEST: '0' });
  await openCard();
  await card().getByText('git pull && npm start').waitFor();
  expect(
    await card()
      .getByRole('button', { name: /升级到/ })
      .count(),
  ).toBe(0);
});
