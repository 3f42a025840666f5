import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { pasteIn, setText, shown, text, title } from './editor.ts';
import { enterAs, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function openDesk(): Promise<Page> {
  return (await openOwnDesk()).page;
}

async function openOwnDesk() {
  const { page, faults } = await openPage();
  await enterAs(page, site, await newMember(site));
  await page.goto('/newposts');
  await hydrated(page);
  await text(page).waitFor();
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  await text(page).focus();
  return { page, faults };
}

const becomes = (page: Page, words: string) => expect.poll(() => shown(page), { timeout: 15_000 }).toBe(words);

test('a whole file of another blog is read with its title and tags, can be undone, and is never dropped', async () => {
  const page = await openDesk();
  const file = '---\ntitle: 春天\ntags: [雨, 桥]\n---\n\n正文';
  await pasteIn(page, { 'text/plain': file });
  const dialog = page.getByRole('dialog', { name: '导入 Markdown' });
  await dialog.getByText('雨、桥').waitFor();
  await dialog.getByRole('button', { name: '替换' }).click();
  await expect.poll(() => title(page).inputValue()).toBe('春天');
  await becomes(page, '正文');
  await page.getByRole('button', { name: '撤销', exact: true }).last().click();
  await expect.poll(() => title(page).inputValue()).toBe('');

  await setText(page, '');
  await pasteIn(page, { 'text/plain': file });
  await dialog.getByText('雨、桥').waitFor();
  await page.keyboard.press('Escape');
  await becomes(page, file);
});

test('lines of a chat window stay lines; bare lines of text are divided on request', async () => {
  const page = await openDesk();
  const html = '<div>第一段文字。</div><div>第二段文字。</div>';
  await pasteIn(page, { 'text/html': html, 'text/plain': '第一段文字。\n第二段文字。' });
  await becomes(page, '第一段文字。\n\n第二段文字。');
  await setText(page, '');
  await pasteIn(page, { 'text/plain': '地址：杭州\n电话：123' });
  await page.getByRole('button', { name: '按行分段' }).click();
  await becomes(page, '地址：杭州\n\n电话：123');
});

test('pictures within Markdown are uploaded', async () => {
  const page = await openDesk();
  await pasteIn(page, { 'text/plain': `前文\n\n![图](${png})\n\n后文` });
  await expect.poll(() => shown(page), { timeout: 20_000 }).toMatch(/^前文\n\n!\[.*\]\(\/files\/\S+\)\n\n后文$/);
});

test('an address behind a page about leaving a site is pasted without it', async () => {
  const page = await openDesk();
  await pasteIn(page, { 'text/plain': 'https://link.zhihu.com/?target=https%3A//a.example/b' });
  await becomes(page, 'https://a.example/b');
});

test('a table of a spreadsheet comes without a complaint in the console about its styles', async () => {
  const { page, faults } = await openOwnDesk();
  const rows = [
    ['品名', '数'],
    ['纸', '<b style="color:red">2</b>'],
  ];
  const cells = rows.map(
    (row) => `<tr>${row.map((cell) => `<td style='mso-style: "a>b"; width:48pt'>${cell}</td>`).join('')}</tr>`,
  );
  const html = `<html><head><style><!--td{mso-ignore:padding}--></style></head><body><table style="width:96pt">${cells.join('')}</table></body></html>`;
  await pasteIn(page, { 'text/plain': '品名\t数\n纸\t2', 'text/html': html });
  await expect.poll(() => shown(page), { timeout: 15_000 }).toMatch(/\| 品名 .*\n\| -+ .*\n\| 纸 .*\*\*2\*\*/);
  expect(faults).toEqual([]);
});
