import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { type Member, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const sentence = (n: number) => `第${n}句写得慢的人并不是想得慢，他只是不肯让手跑到心的前面去。`;
/** Paragraphs of three sentences, each of which occurs once, below three headings. */
const essay = ['起', '承', '合']
  .map((name, part) => {
    const paragraphs = Array.from({ length: 9 }, (_, at) => {
      const first = (part * 9 + at) * 3;
      return [1, 2, 3].map((n) => sentence(first + n)).join('');
    });
    return `## ${name}\n\n${paragraphs.join('\n\n')}`;
  })
  .join('\n\n');
const manyLines = Array.from({ length: 120 }, (_, n) => `const line${n} = ${n};`).join('\n');
const manual = `${essay}\n\n\`\`\`js\n${manyLines}\n\`\`\`\n\n写完了。`;

let author: Member;
let plain = '';
let withCode = '';
beforeAll(async () => {
  author = await newMember(site);
  const write = (title: string, markdown: string, readType = 0) =>
    writeArticle(site, { authorId: author.id, title, markdown, readType });
  plain = `/article/${await write('把字写慢', essay)}`;
  withCode = `/article/${await write('一份手册', manual)}`;
});

const foot = (page: Page) => page.locator('.book-foot b').innerText();
const pageNumber = async (page: Page) => Number(/\d+/.exec(await foot(page))?.[0]);
const pageCount = async (page: Page) => Number(/\/ (\d+)/.exec(await foot(page))?.[1]);
const atPage = (page: Page, number: number) => expect.poll(() => pageNumber(page)).toBe(number);

async function openBook(path: string, options: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage(options);
  await opened.page.goto(`${path}/read`);
  await opened.page.locator('.book-foot b').waitFor();
  return opened;
}

/** Runs in the page: whether the sentence begins within what the frame shows. */
const shows = (page: Page, words: string) =>
  page.evaluate((start) => {
    const frame = document.querySelector('.book-frame')?.getBoundingClientRect();
    const paragraph = [...document.querySelectorAll('.book .prose p')].find((one) => one.textContent?.includes(start));
    if (!frame || !paragraph) return false;
    let before = paragraph.textContent?.indexOf(start) ?? 0;
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && (walker.currentNode as Text).length <= before)
      before -= (walker.currentNode as Text).length;
    const range = document.createRange();
    range.setStart(walker.currentNode, before);
    range.setEnd(walker.currentNode, before + 1);
    const [rect] = range.getClientRects();
    return rect !== undefined && rect.left >= frame.left - 1 && rect.right <= frame.right + 1;
  }, words);

test('a book turns by keys, wheel, taps and swipes, and leads to the next article at its end', async () => {
  const { page, faults } = await openBook(plain);
  const count = await pageCount(page);
  expect(count).toBeGreaterThan(2);
  const turns: [() => Promise<unknown>, number][] = [
    [() => page.keyboard.press('Space'), 2],
    [() => page.keyboard.press('ArrowRight'), 3],
    [() => page.keyboard.press('PageUp'), 2],
    [() => page.mouse.wheel(0, 120), 3],
    [() => page.mouse.click(150, 500), 2],
    [() => page.mouse.click(1000, 500), 3],
    [() => page.keyboard.press('End'), count],
    [() => page.keyboard.press('PageDown'), count],
    [() => page.keyboard.press('Home'), 1],
    [() => page.getByRole('button', { name: '下一页' }).click(), 2],
  ];
  for (const [turn, number] of turns) {
    await turn();
    await atPage(page, number);
  }
  expect(await page.locator('.book-foot').innerText()).toMatch(/还要 \d+ 分钟/);
  await page.getByRole('button', { name: '目录' }).click();
  await page.getByRole('navigation', { name: '目录' }).getByText('合').click();
  await expect.poll(() => page.locator('.book-foot > span').first().innerText()).toBe('合');
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('.book-foot').innerText()).toContain('最后一页');
  expect(await page.locator('.book-end').innerText()).toContain('完');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${plain}`);
  expect(faults).toEqual([]);
});

test('on a phone a swipe turns, as does a tap; nothing on a page is cut by its edge', async () => {
  const { page, faults } = await openBook(withCode, phone);
  await page.touchscreen.tap(350, 400);
  await atPage(page, 2);
  await page.touchscreen.tap(30, 400);
  await atPage(page, 1);
  const code = page.locator('.book .code');
  const [inner, frame] = [await code.boundingBox(), await page.locator('.book-frame').boundingBox()];
  expect(inner?.height).toBeLessThanOrEqual(frame?.height ?? 0);
  expect(await code.evaluate((one) => one.getClientRects().length)).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await page.getByRole('button', { name: '竖排' }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('vertical lines fill whole rules, go on to the left, and are there at the next first paint', async () => {
  const { page, faults } = await openBook(plain);
  await page.getByRole('button', { name: '竖排' }).click();
  const frame = page.locator('.book-frame');
  await expect.poll(() => frame.evaluate((one) => getComputedStyle(one).writingMode)).toBe('vertical-rl');
  expect((await frame.boundingBox())?.width).toBe(Math.floor((1200 - 176) / 52) * 52);
  await page.keyboard.press('ArrowLeft');
  await atPage(page, 2);
  await page.mouse.click(1000, 450);
  await atPage(page, 1);
  expect(await barriers(page)).toEqual([]);
  await page.route(/\.js$/, (route) => route.abort());
  await page.reload();
  expect(await frame.evaluate((one) => getComputedStyle(one).writingMode)).toBe('vertical-rl');
  expect(faults.filter((fault) => !fault.includes('Failed to load'))).toEqual([]);
});

test('the size is kept for the book and the article, and the book opens at the same sentence', async () => {
  const { page, faults } = await openBook(plain);
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const before = await size('.book .prose > p');
  for (const number of [2, 3]) {
    await page.keyboard.press('PageDown');
    await atPage(page, number);
  }
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('readingPlaces') ?? '[]').length);
  await expect.poll(stored).toBe(1);
  const shown = await Promise.all(Array.from({ length: 81 }, (_, n) => shows(page, sentence(n + 1).slice(0, 6))));
  const first = sentence(shown.indexOf(true) + 1).slice(0, 6);
  await page.getByRole('button', { name: '字与纸' }).click();
  await page.getByRole('slider', { name: '字号' }).fill('6');
  await expect.poll(() => size('.book .prose > p')).toBeGreaterThan(before * 1.4);
  await expect.poll(() => shows(page, first)).toBe(true);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('.book-foot b').waitFor();
  await expect.poll(() => shows(page, first)).toBe(true);
  await page.getByRole('link', { name: '回到文章' }).click();
  await page.locator('.article-head h1').waitFor();
  const title = await size('.article-head h1');
  await page.evaluate(() => localStorage.removeItem('reading'));
  await page.reload();
  expect(title).toBeCloseTo(1.5 * (await size('.article-head h1')), 0);
  expect(faults).toEqual([]);
});

/** A voice for Chinese, which the browser of the tests lacks; what it speaks is kept, and ends when told. */
function addVoice() {
  const spoken: string[] = [];
  let current: (EventTarget & { text: string }) | undefined;
  const speech = {
    getVoices: () => [{ lang: 'zh-CN', name: '试音' }],
    addEventListener() {},
    removeEventListener() {},
    cancel: () => {
      current = undefined;
    },
    speak: (one: EventTarget & { text: string }) => {
      current = one;
      spoken.push(one.text);
    },
  };
  class Utterance extends EventTarget {
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  const end = () => current?.dispatchEvent(new Event('end'));
  Object.defineProperty(window, 'speechSynthesis', { value: speech });
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, spoken, end });
}

type Voiced = { spoken: string[]; end: () => void };

test('a book is read aloud sentence by sentence, which the page follows; without a voice it is not offered', async () => {
  const silent = await openBook(plain);
  expect(await silent.page.getByRole('button', { name: '朗读' }).count()).toBe(0);

  const opened = await openPage();
  const { page, faults } = opened;
  await page.addInitScript(addVoice);
  await page.goto(`${plain}/read`);
  const spoken = () => page.evaluate(() => (window as unknown as Voiced).spoken);
  const end = () => page.evaluate(() => (window as unknown as Voiced).end());
  const highlighted = () =>
    page.evaluate(() => [...(CSS.highlights.get('book-spoken') ?? [])].map((range) => `${range as Range}`).join());
  await page.getByRole('button', { name: '朗读', exact: true }).click();
  await expect.poll(spoken).toEqual(['起']);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('把字写慢');
  await end();
  await expect.poll(highlighted).toBe(sentence(1));
  await page.getByRole('button', { name: '下一句' }).click();
  await page.getByRole('button', { name: '上一句' }).click();
  expect((await spoken()).slice(2)).toEqual([sentence(2), sentence(1)]);
  for (let n = 0; n < 40; n++) await end();
  await expect.poll(highlighted).toBe(sentence(40));
  await expect.poll(() => pageNumber(page)).toBeGreaterThan(1);
  expect(await shows(page, sentence(40).slice(0, 6))).toBe(true);
  await page.getByRole('button', { name: '停', exact: true }).click();
  await page.getByRole('button', { name: '接着读' }).click();
  expect((await spoken()).at(-1)).toBe(sentence(40));
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: '收起朗读' }).click();
  expect(await highlighted()).toBe('');
  expect(faults).toEqual([]);
});

test('without scripts a book is one long column with a way back; a locked one has the opening only', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto(plain);
  await page.locator('.article-rail').getByRole('link', { name: '专注阅读' }).click();
  expect(await page.locator('.book .prose').innerText()).toContain(sentence(81));
  expect(await page.locator('.book .prose').evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThan(900);
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(site.url + plain);
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  await page.getByRole('link', { name: '回到文章' }).click();
  await page.waitForURL(`**${plain}`);

  const secret = '谁都能读。\n\n<!-- more -->\n\n芝麻开门之后。';
  const id = await writeArticle(site, { authorId: author.id, title: '封着的', markdown: secret, readType: 4 });
  const locked = await (await fetch(`${site.url}/article/${id}/read`)).text();
  expect(locked).toContain('谁都能读');
  expect(locked).not.toContain('芝麻开门');
});
