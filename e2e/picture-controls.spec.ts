import { globSync, readFileSync } from 'node:fs';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { changeSettings } from './arrange.ts';
import { enterAs, type Member, newMember, tokenFor, workDone } from './members.ts';
import { confirmPassword, newStaff } from './office.ts';
import { openSite, openStage } from './stage.ts';

const { site, openPage } = openStage();
/** Without an owner yet. */
const fresh = openSite({ SAMPLE_CONTENT: '0' });
const slow = { timeout: 240_000 };

let owner: Member;
beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  await changeSettings(site, { says: { members: true } });
  await workDone(site);
});

async function open(path: string, who: Member = owner) {
  const opened = await openPage();
  await enterAs(opened.page, site, who);
  await opened.page.goto(path);
  return opened;
}

let made = 0;
/** A picture that the site does not have yet. */
async function newPicture(side = 640) {
  made += 1;
  const background = { r: made * 7, g: 120, b: 250 - made * 3 };
  const buffer = await sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: `图${made}.png`, mimeType: 'image/png', buffer };
}

/** Sources of pictures within an element that should be drawn by now and are not. */
const broken = (within: Locator) =>
  within
    .locator('img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[])
        .filter((one) => one.checkVisibility() && !(one.complete && one.naturalWidth > 0))
        .map((one) => one.src || one.alt),
    );

/** Waits until a part shows as many pictures, each drawn, of the files just uploaded or of the browser's own preview. */
async function drawn(within: Locator, count = 1) {
  const fresh = within.locator('img:is([src*="/files/"], [src^="blob:"])');
  await expect.poll(() => fresh.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  await within.locator('img').evaluateAll((all) => {
    for (const one of all) one.scrollIntoView({ block: 'center' });
  });
  await expect.poll(() => broken(within), { timeout: 20_000 }).toEqual([]);
}

/** Every place of both applications that lets one choose a picture; the tests below go through all of them. */
const visited = [
  'apps/admin/src/core/uploads/files.tsx',
  'apps/admin/src/core/uploads/picture-field.tsx',
  'apps/web/app/features/content/editor/pictures/picture-intake.ts',
  'apps/web/app/features/core/composer/controls.tsx',
  'apps/web/app/features/core/uploads/crop/picture-dialog.tsx',
];

test('each control that takes pictures is among those visited here', () => {
  const all = globSync('apps/{admin/src,web/app}/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') });
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((path) => /accept[=:] ?["']image\//.test(readFileSync(path, 'utf8'))).sort()).toEqual(visited);
});

const pictureFields = allGroups.flatMap(({ name, fields, parts: subsections = [] }) =>
  [...fields, ...subsections.flatMap((part) => part.fields)]
    .filter(({ kind }) => kind === 'picture')
    .map(({ label }) => ({ name, label })),
);

test('each picture of the settings is drawn wherever the page shows it, before and after saving', slow, async () => {
  const { page, faults } = await open('/admin/settings');
  await page.getByRole('heading', { name: '站点设置' }).waitFor();
  expect(pictureFields.length).toBeGreaterThan(4);
  for (const { name, label } of pictureFields) {
    const card = page.locator(`#set-${name}`);
    await card.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(await newPicture());
    await card.getByAltText(`现在的${label}`).waitFor();
    await drawn(card);
  }
  await drawn(page.locator('#set-menu')); // its preview has the logo as well
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await confirmPassword(page, owner);
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await drawn(page.locator('.settings'), pictureFields.length);
  await page.reload();
  await page.getByAltText('现在的标志').waitFor();
  await drawn(page.locator('body'), pictureFields.length);
  expect(faults.filter((fault) => !fault.includes('status of 428'))).toEqual([]);
});

test('the preview of a page’s text draws a picture that no public page shows yet', async () => {
  const { page, faults } = await open('/admin/settings');
  const url = await uploadedBy(owner);
  const card = page.locator('#set-about');
  await card.locator('textarea').first().fill(`# 这里\n\n![窗外](${url})`);
  await card.getByText('预览', { exact: true }).first().click();
  await drawn(card);
  expect(faults).toEqual([]);
});

async function uploadedBy(who: Member) {
  const { buffer, name } = await newPicture();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(buffer)], { type: 'image/png' }), name);
  const headers = { authorization: await tokenFor(site, who) };
  const answer = await fetch(`${site.url}/file/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

test('the pictures of the set-up are drawn before they are saved', slow, async () => {
  const { page, faults } = await openPage({ baseURL: fresh.site.url });
  await page.goto(/\/setup\?token=\S+/.exec(fresh.site.output())?.[0] ?? '');
  await page.getByLabel('昵称').fill('沈砚');
  await page.getByLabel('邮箱').fill('owner@example.com');
  await page.getByLabel(/密码/).fill('a long enough one');
  await page.getByRole('button', { name: '创建账号' }).click();
  await page.getByRole('heading', { name: '把站点收拾好' }).waitFor();
  for (const [step, label] of [
    ['identity', '标志'],
    ['author', '头像'],
  ] as const) {
    await page.goto(`/admin/setup?step=${step}`);
    await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(await newPicture());
    await page.getByAltText(`现在的${label}`).waitFor();
    await drawn(page.locator('.setup'));
  }
  expect(faults).toEqual([]);
});

test('pictures uploaded in the files of the admin are drawn', async () => {
  const { page, faults } = await open('/admin/files?use=unused');
  await page.locator('input[type=file]').setInputFiles([await newPicture(), await newPicture()]);
  await page.getByText('已上传 2 个').waitFor();
  await drawn(page.locator('.office-main'), 2);
  expect(faults).toEqual([]);
});

async function crop(page: Page, label: string) {
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  await dialog.locator('input[type=file]').setInputFiles(await newPicture(1200));
  await dialog.getByRole('group', { name: /^取景框/ }).waitFor();
  await expect.poll(() => broken(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('avatar and cover of a profile are drawn in their dialog and after it', slow, async () => {
  const { page, faults } = await open('/user', await newMember(site));
  for (const label of ['更换头像', '更换封面']) {
    await page.getByRole('button', { name: new RegExp(`^${[...label].join('\\s*')}$`) }).click();
    await crop(page, label);
  }
  await drawn(page.locator('main'), 2);
  expect(faults).toEqual([]);
});

test('cover and pictures of an article are drawn while it is a draft', slow, async () => {
  const { page, faults } = await open('/newposts', await newMember(site));
  await page.locator('.cm-content').waitFor();
  await page.getByRole('textbox', { name: '标题' }).fill('雨后');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('toolbar', { name: '格式' }).getByRole('button', { name: /图片/ }).click();
  await (await chooser).setFiles(await newPicture());
  await drawn(page.locator('.preview'));

  await page.setViewportSize({ width: 1600, height: 900 });
  const panel = page.getByRole('complementary', { name: '文章设置' });
  await panel.getByRole('button', { name: '上传' }).click();
  await crop(page, '文章的封面');
  await panel.getByText('搜索与分享').click();
  await drawn(panel, 5);
  expect(faults).toEqual([]);
});

const forms = [
  { path: '/article/1', form: '#comments', field: '写评论', press: '发布', sent: '.comment' },
  { path: '/newSays', form: 'main', field: '说说内容', press: '发布', sent: '.say' },
  { path: '/im', form: '.composer', field: '消息', press: '发送', sent: '.chat-row' },
];

test('pictures of a comment, a say and a message are drawn before and after they are sent', slow, async () => {
  const who = await newMember(site);
  for (const { path, form, field, press, sent } of forms) {
    const { page, faults, close } = await open(path, who);
    // the form replaces the served one once its script runs
    const reach = () => page.locator(form).first().scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        reach().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await page.getByRole('textbox', { name: field, exact: true }).fill(`附图 ${path}`);
    await page
      .locator(`${form} input[type=file]`)
      .first()
      .setInputFiles(await newPicture());
    await drawn(page.locator(form).first());
    // a form refuses to send while its picture is only the browser's preview; chat sends once it is uploaded
    if (press === '发布') await page.locator(`${form} img[src*="/files/"]`).first().waitFor();
    await page.getByRole('button', { name: press }).first().click();
    await drawn(page.locator(sent, { hasText: `附图 ${path}` }).last());
    expect(faults, path).toEqual([]);
    await close();
  }
});
