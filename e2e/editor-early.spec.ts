import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { widths } from './browser.ts';
import { shown, text } from './editor.ts';
import { enterAs, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let author: Member;
beforeAll(async () => {
  author = await newMember(site);
});

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '格式' });

/** The desk of a new article, or of the text, whose tools arrive when `arrive` is called. */
async function openDesk({ markdown = '', ...options }: BrowserContextOptions & { markdown?: string } = {}) {
  const { page, faults } = await openPage({ viewport: { width: 1600, height: 900 }, ...options });
  await enterAs(page, site, author);
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/text-tools-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(markdown ? `/newposts?id=${await newDraft(markdown)}` : '/newposts');
  await text(page).click();
  return { page, faults, arrive };
}

async function newDraft(markdown: string) {
  const { drafts } = apiOf(site, { token: await tokenFor(site, author) });
  return (await drafts.create({ body: { key: crypto.randomUUID(), content: { title: '旧文', markdown } } })).id;
}

const sentence =
  '师傅说 **iron speaks** and *it whispers slowly, when nobody listens to it*，`over` 之后==有一点凉==，[记录](https://example.com/log)。';
const section = (
  number: number,
) => `## 第 ${number} 夜，a rather long heading that reaches the end of the line and goes on

${sentence.repeat(3)}

- 东侧 *east of the river* 的铆钉
  - **西侧**的铆钉
1. ~~旧~~ 的 $a+b$

| 名字很长的一列 | 数 |
| --- | --- |
| 铆钉与桁架，一颗一颗敲过去听它回答，再记下来，记在本子上 | 214 |

\`\`\`sh
# 不是标题
echo 'over'
\`\`\`

> ${sentence}
`;
const longText = Array.from({ length: 30 }, (_, index) => section(index + 1)).join('\n');

/** The lines on the screen: where they are, how wide, and how headings look. */
function lines(page: Page) {
  return text(page).evaluate((content) => {
    const seen = content.closest('.cm-scroller')?.getBoundingClientRect();
    return [...content.querySelectorAll('.cm-line')].flatMap((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      if (!seen || bottom < seen.top || top > seen.bottom) return [];
      const range = document.createRange();
      range.selectNodeContents(line);
      const { width } = range.getBoundingClientRect();
      const words = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode()?.parentElement ?? line;
      const { color, fontWeight } = getComputedStyle(words);
      const look = line.textContent.startsWith('## ') ? `${color} ${fontWeight}` : '';
      return [{ words: line.textContent, top, bottom, width, look }];
    });
  });
}

type Lines = Awaited<ReturnType<typeof lines>>;

/** Letters begin at fractions of a pixel, which their spans round. */
const alike = (expected: Lines) => expected.map((line) => ({ ...line, width: expect.closeTo(line.width, 0) }));

const scrollTo = (page: Page, top: number) =>
  text(page).evaluate((content, top) => content.closest('.cm-scroller')?.scrollTo(0, top), top);

test.for([widths.phone, widths.desktop, widths.wide])(
  'an existing text is there before its tools, and stands still when they come, %i px',
  async (width) => {
    const { page, faults, arrive } = await openDesk({ markdown: longText, viewport: { width, height: 900 } });
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('早');
    await page.evaluate(() => document.fonts.ready);
    await scrollTo(page, 0);
    const top = await lines(page);
    await scrollTo(page, 6000);
    const inText = page.locator('.cm-line', { hasText: '西侧' }).nth(1);
    await inText.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.getByText(/^选中 \d+ \/ /).waitFor();
    const before = await lines(page);
    expect(before.length).toBeGreaterThan(8);
    arrive();
    await toolbar(page).waitFor();
    await page.locator('.text-md-link').first().waitFor();
    expect(await lines(page)).toEqual(alike(before));
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/西侧/);
    await page.keyboard.type('东');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await lines(page)).toEqual(alike(before));
    await scrollTo(page, 0);
    await expect.poll(() => lines(page)).toEqual(alike(top));
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await lines(page))[0]?.words).toMatch(/^## 第 1 夜/);
    expect(faults).toEqual([]);
  },
);

test.for([
  { place: 'a list', markdown: '- 东侧\n- 西侧', expected: '- 东侧\n  - 西侧的铆钉' },
  { place: 'a paragraph', markdown: '夜里', expected: '夜里的铆钉' },
])('Tab in $place that comes before the tools stays in the text and follows', async ({ markdown, expected }) => {
  const { page, faults, arrive } = await openDesk({ markdown });
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('的铆钉');
  arrive();
  await toolbar(page).waitFor();
  await expect.poll(() => shown(page)).toBe(expected);
  expect(faults).toEqual([]);
});

test('typing waits for no tools: the text stays where it is, and a command pressed too early follows', async () => {
  const { page, faults, arrive } = await openDesk();
  await page.keyboard.type('夜里的桥');
  await page.keyboard.press('ControlOrMeta+b');
  expect(await shown(page)).toBe('夜里的桥');
  const before = await text(page).boundingBox();
  arrive();
  await toolbar(page).waitFor();
  await expect.poll(() => shown(page)).toBe('夜里的桥****');
  expect(await text(page).boundingBox()).toEqual(before);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await shown(page)).toBe('');
  expect(await text(page).innerText()).toMatch(/^开始写正文/);
  expect(faults).toEqual([]);
});

test('a formatted paste and a dropped picture that come before the tools are kept', async () => {
  const { page, faults, arrive } = await openDesk();
  await page.keyboard.type('夜里的桥：');
  const prevented = await text(page).evaluate((content) => {
    const pasted = new DataTransfer();
    pasted.setData('text/plain', '风大');
    pasted.setData('text/html', '<p>风<strong>大</strong></p>');
    const paste = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true });
    const dropped = new DataTransfer();
    const picture = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (sign) => sign.charCodeAt(0),
    );
    dropped.items.add(new File([picture], 'bridge.png', { type: 'image/png' }));
    const drop = new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true });
    return [paste, drop].map((event) => !content.dispatchEvent(event));
  });
  expect(prevented).toEqual([true, true]);
  expect(await shown(page)).toBe('夜里的桥：');
  arrive();
  await expect.poll(() => shown(page), { timeout: 10_000 }).toMatch(/!\[bridge\]\(\/files\//);
  await expect.poll(() => shown(page)).toContain('风**大**');
  expect(faults).toEqual([]);
});
