import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { barriers } from './axe.ts';
import { pasteIn, setText, shown } from './editor.ts';
import { enterAs, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let page: Page;
let faults: string[];

beforeAll(async () => {
  ({ page, faults } = await openPage({ viewport: { width: 1600, height: 900 } }));
  await enterAs(page, site, await newMember(site));
  await page.goto('/newposts');
  await page.locator('.cm-content').waitFor();
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
});
beforeEach(() => setText(page, ''));

const coming = () => page.locator('.cm-content .picture-coming');
const prose = () => page.locator('.preview .prose');
const files = /\/files\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp/;

async function png(hue: string, width = 60) {
  const canvas = sharp({ create: { width, height: 40, channels: 3, background: hue } });
  return (await canvas.png().toBuffer()).toString('base64');
}

/** Gives files to the text as a paste or a drop does; a drop before the line that holds these words. */
async function give(kind: 'paste' | 'drop', pictures: { name: string; base64: string }[], before = '') {
  await page.evaluate(
    ([kind, pictures, before]) => {
      const data = new DataTransfer();
      for (const { name, base64 } of pictures) {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: 'image/png' }));
      }
      const content = document.querySelector('.cm-content');
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste') content?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      const line = [...(content?.querySelectorAll('.cm-line') ?? [])].find((one) => one.textContent?.includes(before));
      const box = line?.getBoundingClientRect();
      if (kind === 'paste' || !box) return;
      const place = { clientX: box.left + 1, clientY: box.top + box.height / 2 };
      for (const type of ['dragover', 'drop'])
        line?.dispatchEvent(new DragEvent(type, { ...options, ...place, dataTransfer: data }));
    },
    [kind, pictures, before] as const,
  );
}

test('pasted pictures keep their order during typing; one undo removes the last', async () => {
  const held: Route[] = [];
  await page.route('**/file/upload', (route) => void held.push(route));
  await page.keyboard.insertText('雨水');
  await give('paste', [
    { name: '一.png', base64: await png('#a33') },
    { name: '二.png', base64: await png('#3a3') },
    { name: '三.png', base64: await png('#33a') },
    { name: 'IMG_0004.png', base64: await png('#333') },
  ]);
  await expect.poll(() => coming().count()).toBe(4);
  await page.keyboard.insertText('还在写');
  await expect.poll(() => held.length).toBe(3); // three at a time
  expect(await shown(page)).toContain('还在写');
  expect(await prose().textContent()).not.toContain('上传');

  for (const route of held.splice(0).reverse()) await route.continue();
  await expect.poll(() => held.length).toBe(1);
  await page.unroute('**/file/upload'); // releases the held upload
  await expect.poll(() => coming().count()).toBe(0);
  const text = await shown(page);
  const alts = [...text.matchAll(/!\[(.*?)\]\((.*?)\)/g)].map(([, alt]) => alt);
  expect(alts).toEqual(['一', '二', '三', '']);
  expect(text.match(new RegExp(files, 'g'))).toHaveLength(4);
  expect(text).toMatch(/^雨水\n\n!\[[\s\S]*\)\n\n还在写$/);
  await expect.poll(() => prose().locator('img[width="60"][height="40"]').count()).toBe(4);
  expect(text.match(/\)\n!/g)).toHaveLength(2); // two rows of two

  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await shown(page)).match(new RegExp(files, 'g'))).toHaveLength(3);
});

test('the caret’s line keeps its place on the screen when a picture above it is inserted', async () => {
  const held: Route[] = [];
  await page.route('**/file/upload', (route) => void held.push(route));
  await setText(page, Array.from({ length: 60 }, (_, at) => `第 ${at} 段\n\n`).join(''));
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 60; line += 1) await page.keyboard.press('ArrowDown');
  await give('paste', [{ name: '一.png', base64: await png('#a33', 600) }]);
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.insertText('还在写');
  const line = page.locator('.cm-line').filter({ hasText: '还在写' });
  const top = async () => (await line.boundingBox())?.y ?? 0;
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await page.unroute('**/file/upload'); // releases the held upload
  await expect.poll(() => coming().count()).toBe(0);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
});

test('a failed picture says so in its place and can be retried or removed', async () => {
  await page.route('**/file/upload', (route) => route.abort());
  await setText(page, '前\n\n后');
  await give('drop', [{ name: '河.png', base64: await png('#456') }], '后');
  await expect.poll(() => coming().innerText()).toContain('河.png · 上传失败');
  expect(await barriers(page, { within: ['.picture-coming'] })).toEqual([]);
  await page.unroute('**/file/upload');
  await coming().getByRole('button', { name: '重试' }).click();
  await expect.poll(() => shown(page)).toMatch(/^前\n\n!\[河\]\(\/files\/\S+\)\n\n后$/);

  await give('paste', [{ name: '不是图.png', base64: btoa('not a picture') }]);
  await expect.poll(() => coming().innerText()).toContain('这不是图片');
  await coming().getByRole('button', { name: '取消' }).click();
  await expect.poll(() => coming().count()).toBe(0);
  expect((await shown(page)).match(/!\[/g)).toHaveLength(1);
  faults.splice(0); // the browser logs the refused request as well
});

test('a picture that has not arrived is named before submitting, and holds back who leaves', async () => {
  await setText(page, '雨水');
  const held: Route[] = [];
  await page.route('**/file/upload', (route) => void held.push(route));
  await give('paste', [{ name: '一.png', base64: await png('#a33') }]);
  await expect.poll(() => held.length).toBe(1);
  const isHeld = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.locator('.desk-saved', { hasText: '已保存' }).waitFor();
  await expect.poll(isHeld).toBe(true);
  await page.getByRole('link', { name: '首页' }).first().click();
  await page.locator('.toast', { hasText: '还有 1 张图片没传完' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/newposts');

  const problem = page.getByRole('dialog').getByRole('button', { name: '还有 1 张图片没传完' });
  await page.getByRole('button', { name: '提交审核' }).click();
  await problem.click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('cm-content');
  for (const route of held.splice(0)) await route.abort();
  await expect.poll(() => coming().innerText()).toContain('上传失败');
  await page.getByRole('button', { name: '提交审核' }).click();
  await problem.click();

  await page.unroute('**/file/upload');
  await coming().getByRole('button', { name: '重试' }).click();
  await expect.poll(() => coming().count()).toBe(0);
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '还没有标题' }).waitFor();
  expect(await problem.count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(isHeld).toBe(false);
  faults.splice(0); // the browser logs the refused request as well
});

test('pictures are chosen by a button, their alt text and width set in place', async () => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('toolbar').getByRole('button', { name: /^图片/ }).click();
  const buffer = Buffer.from(await png('#765', 300), 'base64');
  await (await chooser).setFiles(['山'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })));
  const inPreview = () =>
    prose()
      .locator('img')
      .evaluateAll((all) => all.map((image) => image.getAttribute('alt')));
  await expect.poll(inPreview).toEqual(['山']);

  await prose().locator('img').first().click();
  const sheet = page.locator('.picture-card');
  await sheet.getByLabel('画面').fill('远[山]');
  await sheet.getByLabel('题注').fill('雨后"的"山');
  await sheet.getByRole('button', { name: '一半' }).click();
  await expect.poll(() => shown(page)).toMatch(/^!\[远\\\[山\\\]\]\(\/files\/\S+ "雨后\\"的\\"山"\)\{width=50%\}/);
  await expect.poll(() => prose().locator('img.w-50').getAttribute('alt')).toBe('远[山]');
  expect(await prose().locator('figcaption').first().textContent()).toBe('雨后"的"山');
  expect(await sheet.getByRole('button', { name: '一半' }).getAttribute('aria-pressed')).toBe('true');
  expect(await barriers(page, { within: ['.picture-card', '.preview'] })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet.count()).toBe(0);
  expect(faults).toEqual([]);
});

const slips = () => page.locator('.picture-slip');
const card = () => page.getByRole('group', { name: '图片' });
const [mountain, river, boat] = [1, 2, 3].map((n) => `/files/aa/0123456789abcdef0123456789abcde${n}.webp`);

test('lines of pictures are slips, joined where they are one row; the card of one changes its words and its width', async () => {
  await page.route('**/files/aa/**', async (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(await png('#111'), 'base64') }),
  );
  await setText(page, `前\n\n![山](${mountain} "远山｜大理")\n![河](${river})\n![船](${boat}){满屏}\n\n后`);
  await expect.poll(() => slips().allTextContents()).toEqual(['远山@大理', '河', '船满屏']);
  expect(
    await page
      .locator('.picture-row[data-row]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.row)),
  ).toEqual(['一行三张']);
  expect(await page.locator('.cm-content').innerText()).not.toContain('/files/');
  expect(await barriers(page, { within: ['.text-pane'] })).toEqual([]);

  await slips().nth(1).click();
  await card().getByRole('button', { name: '宽', exact: true }).click();
  await card().getByLabel('题注').fill('河水');
  await card().getByLabel('地点').fill('喜洲');
  expect(await card().getByRole('button', { name: '宽', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => shown(page)).toContain(`![河](${river} "河水｜喜洲"){宽}\n`);
  expect(await barriers(page, { within: ['.picture-card'] })).toEqual([]);
  await card().getByRole('button', { name: '换前后' }).click();
  await expect.poll(() => slips().allTextContents()).toEqual(['远山@大理', '船满屏', '河水宽@喜洲']);
  await page.keyboard.press('Escape');
});

test('a slip is parted from its row, moved by Alt and arrows, dragged beside another, and shows its Markdown', async () => {
  await setText(page, `![山](${mountain})\n![河](${river})\n\n字\n\n![船](${boat})\n`);
  await slips().first().click();
  await card().getByRole('button', { name: '拆成单张' }).click();
  await expect.poll(() => shown(page)).toBe(`![山](${mountain})\n\n![河](${river})\n\n字\n\n![船](${boat})\n`);
  await page.keyboard.press('Escape');

  await slips()
    .nth(2)
    .dragTo(slips().first(), { targetPosition: { x: 20, y: 38 } });
  await expect.poll(() => shown(page)).toMatch(/^!\[山\]\(\S+\)\n!\[船\]\(\S+\)\n\n!\[河\]/);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => shown(page)).toMatch(/^!\[船\]\(\S+\)\n!\[山\]\(\S+\)\n/);

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.picture-card') !== null)).toBe(true);
  await card().getByRole('button', { name: '原文' }).click();
  await expect.poll(() => page.locator('.cm-content').innerText()).toContain(boat);
});

test('a picture uploaded before is put into the text again', async () => {
  await setText(page, '');
  await give('paste', [{ name: '云.png', base64: await png('#9ab', 400) }]);
  await expect.poll(() => slips().count()).toBe(1);
  const [address = ''] = (await shown(page)).match(files) ?? [];
  await setText(page, '字');
  await page.getByRole('button', { name: '插入' }).click();
  await page.getByRole('menuitem', { name: '附件与图片' }).click();
  const dialog = page.getByRole('dialog', { name: '附件与图片' });
  await dialog.locator('li button').first().click();
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: '放进正文（1 个）' }).click();
  await expect.poll(() => shown(page)).toBe(`字\n\n![](${address})\n\n`);
});

test('pasted formatting becomes Markdown in one undo step; in code and by choice it stays plain text', async () => {
  const html = `<h2>雨水</h2><p>二月<b>十九</b>，<a href="javascript:alert(1)">坏</a></p><p><img src="data:image/png;base64,${await png('#a3a')}" alt="云"></p><p>完</p>`;
  await pasteIn(page, { 'text/html': html, 'text/plain': '雨水 二月十九' });
  await expect.poll(() => shown(page)).toMatch(/^## 雨水\n\n二月\*\*十九\*\*，坏\n\n!\[\S*\]\(\/files\/\S+\)\n\n完$/);
  await page.keyboard.press('ControlOrMeta+z'); // the picture
  await page.keyboard.press('ControlOrMeta+z'); // all else
  await expect.poll(() => shown(page)).not.toContain('雨水');

  await setText(page, '```\n码\n```');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await pasteIn(page, { 'text/html': '<b>重</b>', 'text/plain': '重' });
  await expect.poll(() => shown(page)).toContain('重码');

  await setText(page, '');
  await pasteIn(page, { 'text/html': `<p>${'<b>x</b>'.repeat(400_000)}</p>`, 'text/plain': '只有字' });
  await expect.poll(() => shown(page)).toBe('只有字');
  await expect.poll(() => page.locator('body').innerText()).toContain('粘贴的内容太大');
});

test('pictures of other sites are copied, or stay links and are offered again', async () => {
  const requested: string[] = [];
  let isDown = true;
  await page.route('**/v1/file/take', async (route) => {
    requested.push(route.request().postDataJSON().url);
    const failure = {
      code: 400,
      message: '图片获取失败：对方没有应答',
      data: null,
      extra: { failure: 'invalid-input' },
    };
    const data = { url: '/files/aa/0123456789abcdef0123456789abcdef.webp', width: 8, height: 6, bytes: 1, sizes: [] };
    const taken = { code: 200, message: '', data: { ...data, thumbhash: '', quota: { used: 1, most: 2 } }, extra: {} };
    await route.fulfill({ json: isDown ? failure : taken });
  });
  await page.route('**/files/aa/**', async (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(await png('#111'), 'base64') }),
  );
  const html = '<p>字</p><p><img data-src="https://a.example/1.png?x=1&amp;y=2" alt="图"></p>';
  await pasteIn(page, { 'text/html': html, 'text/plain': '字' });
  await expect.poll(() => requested).toEqual(['https://a.example/1.png?x=1&y=2']);
  await expect.poll(() => prose().locator('a[target="_blank"]').innerText()).toBe('图');
  expect(await prose().locator('img').count()).toBe(0);

  isDown = false;
  await page.getByRole('button', { name: '保存外站图片' }).click();
  await expect.poll(() => shown(page)).toBe('字\n\n![图](/files/aa/0123456789abcdef0123456789abcdef.webp)');
  await expect.poll(() => prose().locator('img[width="8"]').count()).toBe(1);
  await expect.poll(() => page.locator('.foreign-pictures').count()).toBe(0);
  expect(faults).toEqual([]);
});
