import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { enterAs, type Member, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let author: Member;
let desk: Awaited<ReturnType<typeof openDesk>>;
let page: Page;
beforeAll(async () => {
  author = await newMember(site);
  desk = await openDesk();
  page = desk.page;
});
// a single page serves most tests: each begins with an empty text
beforeEach(async () => {
  await page.keyboard.press('Escape');
  await write(page, '');
});

/** Wide enough for every button of the toolbar to have its place. */
const wide = 2200;

async function openDesk({ width = wide, dark = false, ...rest } = {}) {
  const opened = await openPage({ viewport: { width, height: 900 }, ...rest });
  if (dark) await opened.page.addInitScript(() => sessionStorage.setItem('theme', 'dark'));
  await enterAs(opened.page, site, author);
  await opened.page.goto('/newposts');
  await hydrated(opened.page);
  await text(opened.page).waitFor();
  await toolbar(opened.page).waitFor();
  return opened;
}

const text = (page: Page): Locator => page.getByRole('textbox', { name: '正文' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: '格式' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });
const press = (...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
const type = (words: string) => page.keyboard.insertText(words);

/** Puts in a text as if it were pasted, with the caret after it. */
async function write(on: Page, words: string) {
  await text(on).focus();
  await on.keyboard.press('ControlOrMeta+a');
  await on.keyboard.press('Delete');
  if (words) await paste(on, words);
}

function paste(on: Page, words: string) {
  return text(on).evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, words);
}

/** The text as it stands, short enough to be drawn whole. */
const source = (on = page) =>
  text(on).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')]
      .map((line) => [...line.childNodes].filter((node) => !(node as Element).className?.includes?.('placeholder')))
      .map((nodes) => nodes.map((node) => node.textContent).join(''))
      .join('\n'),
  );
const becomes = (words: string) => expect.poll(() => source(), { timeout: 10_000 }).toBe(words);

async function pickItem(trigger: string, name: string) {
  await tool(page, trigger).click();
  await page.locator('.text-popup:popover-open').getByText(name, { exact: true }).click();
}

test('each toolbar button applies its format, shows it as active, and removes it', async () => {
  for (const [name, after] of [
    ['加粗', '**字**'],
    ['着重', '*字*'],
    ['删除线', '~~字~~'],
    ['荧光标记', '==字=='],
    ['行内代码', '`字`'],
    ['引用', '> 字'],
    ['无序列表', '- 字'],
    ['有序列表', '1. 字'],
    ['任务列表', '- [ ] 字'],
  ] as const) {
    await write(page, '字');
    await press('Shift+ArrowLeft');
    await tool(page, name).click();
    await becomes(after);
    await expect.poll(() => tool(page, name).getAttribute('aria-pressed'), { timeout: 10_000 }).toBe('true');
    await tool(page, name).click();
    await becomes('字');
    await expect.poll(() => tool(page, name).getAttribute('aria-pressed'), { timeout: 10_000 }).toBe('false');
  }
  await press('Shift+Home');
  await tool(page, '链接').click();
  await type('https://a.example');
  await becomes('[字](https://a.example)');
  await tool(page, '撤销').click();
  await becomes('[字]()');
  await tool(page, '重做').click();
  await becomes('[字](https://a.example)');
});

test('the menus insert headings, code, tables and other blocks', async () => {
  await write(page, '题');
  await pickItem('标题与文字', '二级标题');
  await becomes('## 题');
  for (const [name, after] of [
    ['行内公式', '$$'],
    ['公式块', '$$\n\n$$'],
    ['旁注', '> [!NOTE]\n> '],
    ['折叠块', '::: details 点开看\n\n:::'],
    ['脚注', '[^1]\n\n[^1]: '],
    ['分隔线', '---\n\n'],
    ['「更多」：开头到此为止', '<!-- more -->\n\n'],
    ['图表', '```mermaid\nflowchart LR\n  开始 --> 结束\n```'],
  ] as const) {
    await write(page, '');
    await pickItem('插入', name);
    await becomes(after);
  }
  await write(page, '');
  await pickItem('代码块', 'Python');
  await type('print(1)');
  await becomes('```python\nprint(1)\n```');
  await write(page, '');
  await tool(page, '表格').click();
  await press('ArrowRight', 'ArrowDown', 'Enter');
  await becomes('|     |     |\n| --- | --- |\n|     |     |\n|     |     |');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cm-content');
});

test('shortcuts apply and remove what the buttons do, and keep the selection', async () => {
  await write(page, '字');
  await press('Shift+Home');
  for (const [key, after] of [
    ['ControlOrMeta+b', '**字**'],
    ['ControlOrMeta+i', '*字*'],
    ['ControlOrMeta+e', '`字`'],
    ['ControlOrMeta+Shift+x', '~~字~~'],
    ['ControlOrMeta+Alt+2', '## 字'],
    ['ControlOrMeta+Shift+8', '- 字'],
  ] as const) {
    await press(key);
    await becomes(after);
    await press(key);
    await becomes('字');
  }
  await press('ControlOrMeta+Shift+k');
  await becomes('[字]()');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await press('ControlOrMeta+k');
  await page.locator('dialog[open] input').waitFor(); // the site's search, here as everywhere
  await press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await becomes('[字]()');
  await press('ControlOrMeta+/');
  await page.getByRole('dialog', { name: '快捷键' }).getByText('删除线').waitFor();
  expect(await barriers(page, { within: ['.text-help'] })).toEqual([]);
  await press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('the slash menu filters by Chinese, pinyin and English, and closes on Escape', async () => {
  const menu = page.locator('.slash-menu');
  for (const [typed, chosen, after] of [
    ['/ejbt', '二级标题', '## '],
    ['/引用', '引用', '> '],
    ['/todo', '任务列表', '- [ ] '],
    ['、fgx', '分隔线', '---\n\n'],
  ] as const) {
    await write(page, '');
    for (const mail of typed) await page.keyboard.type(mail);
    await expect.poll(() => menu.locator('[aria-selected]').first().textContent()).toContain(chosen);
    await press('Enter');
    await becomes(after);
    await press('ControlOrMeta+z');
    await becomes(typed);
    await press('Escape');
  }
  await write(page, '');
  await page.keyboard.type('/');
  await menu.getByText('无序列表').click();
  await becomes('- ');
  await write(page, '');
  await page.keyboard.type('/bt');
  await menu.waitFor();
  await press('ArrowDown', 'Escape');
  await menu.waitFor({ state: 'detached' });
  await becomes('/bt');
  await write(page, '一');
  await page.keyboard.type('/');
  await write(page, '```\n');
  await page.keyboard.type('/');
  expect(await menu.count()).toBe(0);
});

test('during composition by an input method Enter and slash are not handled', async () => {
  await write(page, '- 一');
  const session = await page.context().newCDPSession(page);
  const compose = (words: string) =>
    session.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length });
  await compose('/bt');
  await press('Enter');
  expect(await page.locator('.slash-menu').count()).toBe(0);
  await session.send('Input.insertText', { text: '桥' });
  await expect.poll(() => source()).toContain('桥');
  expect((await source()).split('\n')[0]).toMatch(/^- 一/);
});

test('lists continue, renumber, indent and end', async () => {
  await page.keyboard.type('1. 一');
  await press('Enter');
  await page.keyboard.type('二');
  await press('Enter', 'Tab');
  await page.keyboard.type('里');
  await becomes('1. 一\n2. 二\n   1. 里');
  await press('Shift+Tab', 'Enter', 'Enter');
  await page.keyboard.type('完');
  await becomes('1. 一\n2. 二\n3. 里\n\n完');
});

test('a table typed by hand keeps every cell, whatever key or button aligns it', async () => {
  await type('|姓名|电话|');
  await press('Enter');
  await type('|---|---|');
  await press('Enter');
  await becomes('| 姓名 | 电话 |\n| ---- | ---- |\n|      |      |');
  for (const word of ['|张三|', '13800000000|']) await page.keyboard.type(word);
  await press('Enter');
  const typed = '| 姓名 | 电话        |\n| ---- | ----------- |\n| 张三 | 13800000000 |\n|      |             |';
  await becomes(typed);
  await paste(page, '|李四|1|2|');
  await press('Tab');
  await expect.poll(() => source()).toContain('| 李四 | 1           | 2   |');
  await tool(page, '表格').and(page.locator('[data-lit]')).waitFor();
  await pickItem('表格', '在右边加一列');
  await expect.poll(() => source()).toContain('| 张三 |     | 13800000000 |     |'); // beside the first cell of the row that Tab began
});

test('Tab moves through a table, adds rows and aligns columns; a toolbar serves the pointer', async () => {
  await write(page, '|名|数|\n|-|-|\n|一座桥|1|');
  await press('Tab');
  await page.keyboard.type('二');
  await press('Tab');
  await becomes('| 名     | 数  |\n| ------ | --- |\n| 一座桥 | 1   |\n| 二     |     |');
  await press('Shift+Tab');
  const bar = page.locator('.table-bar');
  await bar.getByRole('button', { name: '在右边加一列' }).click();
  await expect.poll(async () => (await source()).split('\n')[0]).toBe('| 名     |     | 数  |');
  await bar.getByRole('button', { name: '删去这一列' }).click();
  await bar.getByRole('button', { name: '删去这一行' }).click();
  await becomes('| 名     | 数  |\n| ------ | --- |\n| 一座桥 | 1   |');
  await tool(page, '表格').and(page.locator('[data-lit]')).waitFor(); // a moment after the last key
  await pickItem('表格', '这一列靠右');
  await expect.poll(async () => (await source()).split('\n')[1]).toContain(':');
});

test('pasting an address over a selection makes a link, typed marks wrap it, brackets close', async () => {
  await write(page, '桥');
  await press('Shift+Home');
  await paste(page, 'https://a.example/b');
  await becomes('[桥](https://a.example/b)');
  await write(page, '桥');
  await press('Shift+Home');
  await page.keyboard.type('**');
  await becomes('**桥**');
  await write(page, '');
  await type('《');
  await becomes('《》');
});

test('spaces between Chinese and English are inserted in one undo step', async () => {
  const before = '用React写了`a中b`，见[Vue文档](https://a.example/中a)。';
  await write(page, before);
  await press('ControlOrMeta+Alt+s');
  await becomes('用 React 写了 `a中b`，见 [Vue 文档](https://a.example/中a)。');
  await page.locator('.toast', { hasText: '加了 5 处空格' }).waitFor();
  await press('ControlOrMeta+z');
  await becomes(before);
});

test('find counts matches, steps through them, respects case and patterns; replace all is one undo step', async () => {
  await write(page, '桥 Bridge bridge 桥');
  await press('ControlOrMeta+f');
  const bar = page.getByRole('search', { name: '查找和替换' });
  await bar.getByRole('textbox', { name: '查找' }).fill('bridge');
  await bar.getByText('–/2').waitFor();
  await press('Enter');
  await bar.getByText('1/2').waitFor();
  await press('Enter');
  await bar.getByText('2/2').waitFor();
  await bar.getByRole('button', { name: '区分大小写' }).click();
  await bar.getByText('1/1').waitFor();
  await bar.getByRole('button', { name: '正则表达式' }).click();
  await bar.getByRole('textbox', { name: '查找' }).fill('[');
  await bar.getByText('表达式不对').waitFor();
  await bar.getByRole('textbox', { name: '查找' }).fill('[桥]');
  await bar.getByText('/2').waitFor();
  expect(await barriers(page, { within: ['.find-bar'] })).toEqual([]);
  await bar.getByRole('textbox', { name: '替换成' }).fill('江');
  await bar.getByRole('button', { name: '全部替换' }).click();
  await becomes('江 Bridge bridge 江');
  await press('Escape');
  await bar.waitFor({ state: 'detached' });
  await press('ControlOrMeta+z');
  await becomes('桥 Bridge bridge 桥');
});

test('the outline lists and links the headings, not those in code', async () => {
  await write(page, `# 一\n\n\`\`\`\n# 不是\n\`\`\`\n\n## 二 **粗**\n\n${'字\n\n'.repeat(60)}### 三`);
  await press('ControlOrMeta+Alt+o');
  const outline = page.getByRole('navigation', { name: '大纲' });
  await expect
    .poll(() => outline.getByRole('listitem').allTextContents(), { timeout: 10_000 })
    .toEqual(['一', '二 粗', '三']);
  await expect.poll(() => outline.locator('[aria-current]').textContent()).toBe('三');
  await outline.getByRole('button', { name: '一', exact: true }).click();
  await expect.poll(() => outline.locator('[aria-current]').textContent()).toBe('一');
  await page.getByText('第 1 行，第 4 列').waitFor();
  await outline.getByRole('button', { name: '收起大纲' }).click();
  await outline.waitFor({ state: 'detached' });
});

test('words are counted as on the published page, the selection separately', async () => {
  await write(page, '一座桥 bridge **214** 颗。\n\n```\ncode here\n```\n\n$a+b$');
  await page.getByText('6 字', { exact: true }).waitFor();
  await press('ControlOrMeta+Home', 'Shift+ArrowRight', 'Shift+ArrowRight');
  await page.getByText('选中 2 / 6 字').waitFor();
});

test('focus mode and full screen persist in the browser, and Escape leaves full screen', async () => {
  const preview = page.getByRole('region', { name: '预览' });
  await write(page, '一\n\n二');
  await press('ControlOrMeta+Alt+Enter');
  await expect.poll(() => page.locator('.cm-line.text-is-here').allTextContents()).toEqual(['二']);
  await press('ArrowUp', 'ArrowUp');
  await expect.poll(() => page.locator('.cm-line.text-is-here').allTextContents()).toEqual(['一']);
  await press('ControlOrMeta+Shift+Enter');
  await preview.waitFor({ state: 'hidden' });
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await hydrated(page);
  await text(page).waitFor();
  await preview.waitFor({ state: 'hidden' });
  expect(await page.locator('.text-is-focused').count()).toBe(1);
  await text(page).focus();
  await press('Escape');
  await preview.waitFor();
  await press('ControlOrMeta+Alt+Enter');
  await expect.poll(() => page.locator('.text-is-focused').count()).toBe(0);
});

test('the toolbar is one Tab stop with arrow keys, and Escape then Tab leaves the text', async () => {
  await write(page, '字');
  await tool(page, '标题与文字').focus();
  await press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('加粗');
  await press('End');
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('更多');
  await press('Enter', 'ArrowDown', 'Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('更多');
  await press('Home', 'Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('标题');
  await write(page, '- 一\n- 二');
  await press('Escape', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).not.toBe('正文');
  await becomes('- 一\n- 二');
});

test('the editor has no CSP violations and no axe findings, also on phones and in the dark', async () => {
  await write(page, '## 题\n\n**粗** [链](https://a.example) ==标== `码` $a$ ~~旧~~\n\n> 引\n\n| 名 |\n| - |\n| 1 |');
  expect(await barriers(page, { within: ['.text-desk'] })).toEqual([]);
  expect(desk.faults).toEqual([]);

  const phone = await openDesk({ width: widths.phone, dark: true, hasTouch: true, isMobile: true } as never);
  await write(phone.page, '## 题\n\n**粗** [链](https://a.example) ==标== `码`\n\n> 引');
  // the tools lie at the foot of what is seen, also above a keyboard, and pictures are among the first five
  const firstFive = await toolbar(phone.page)
    .getByRole('button')
    .evaluateAll((all) => all.slice(0, 5).map((one) => one.ariaLabel));
  expect(firstFive).toContain('图片');
  const foot = async () => {
    const box = await toolbar(phone.page).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(foot).toBe(900);
  await phone.page.setViewportSize({ width: widths.phone, height: 480 });
  await expect.poll(foot).toBe(480);
  await tool(phone.page, '插入').tap();
  const items = await phone.page.locator('.text-popup:popover-open').boundingBox();
  expect(items?.y).toBeGreaterThanOrEqual(0);
  expect((items?.y ?? 0) + (items?.height ?? 0)).toBeLessThanOrEqual(480);
  await phone.page.keyboard.press('Escape');
  await phone.page.setViewportSize({ width: widths.phone, height: 900 });
  await tool(phone.page, '大纲').tap();
  const sheet = phone.page.getByRole('dialog', { name: '大纲' });
  await sheet.getByRole('button', { name: '题' }).tap();
  await sheet.waitFor({ state: 'detached' });
  expect(await barriers(phone.page, { within: ['.text-desk'] })).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone);
  expect(phone.faults).toEqual([]);
  await phone.close();
});
