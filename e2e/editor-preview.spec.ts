import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { noise } from '../apps/server/test/noise.ts';
import { formOf } from '../apps/server/test/upload.ts';
import { writeArticle } from './arrange.ts';
import { setText } from './editor.ts';
import { sampleOf } from './long.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let page: Page;
let faults: string[];
let token: string;
let authorId: number;

beforeAll(async () => {
  const member = await newMember(site);
  authorId = member.id;
  token = await tokenFor(site, member);
  ({ page, faults } = await openPage({ viewport: { width: 1600, height: 900 } }));
  await carryToken(page, site, token);
  await page.goto('/newposts');
  await page.locator('.cm-content').waitFor();
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
});

const prose = () => page.locator('.preview .prose');
const pane = () => page.locator('.preview');
const scroller = () => page.locator('.cm-scroller').first();

/** Publishes a text beside the running site and gives the inside of its page's `.prose`, as a browser reads it. */
async function published(markdown: string) {
  const id = await writeArticle(site, { authorId, title: '对照', markdown });
  const html = await (await fetch(`${site.url}/article/${id}`)).text();
  return page.evaluate((source) => {
    const text = new DOMParser().parseFromString(source, 'text/html').querySelector('.prose');
    return { html: text?.innerHTML ?? '', look: text?.className ?? '' };
  }, withoutStyles(html));
}

/** The policy of the desk's page refuses the styles of another, also in a document that is only parsed. */
const withoutStyles = (html: string) => html.replace(/<style\b[\s\S]*?<\/style>/g, '');

/** HTML of the preview without what scripts added. */
const shown = () =>
  prose().evaluate((text) => {
    const copy = text.cloneNode(true) as HTMLElement;
    for (const diagram of copy.querySelectorAll('.diagram')) {
      diagram.className = 'diagram';
      diagram.replaceChildren(diagram.querySelector('.mermaid-source') ?? '');
    }
    return { html: copy.innerHTML, look: text.className };
  });

async function expectSame(markdown: string, name: string) {
  const expected = await published(markdown);
  expect(expected.html.length, name).toBeGreaterThan(0);
  await setText(page, markdown);
  await expect.poll(shown, { timeout: 20_000, interval: 50, message: name }).toEqual(expected);
}

const posts = resolve(import.meta.dirname, '../../shared/data/posts-zh');
const sample = resolve(import.meta.dirname, '../apps/server/sample/articles');

test('the preview of each real article is the HTML of its page', { timeout: 120_000 }, async () => {
  const files = globSync(`${existsSync(posts) ? posts : sample}/**/*.md`);
  expect(files.length).toBeGreaterThan(3);
  // pictures lie beside the files: the page replaces those that fail to load, and would differ
  const blot = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  const isPicture = (route: Route) => route.request().resourceType() === 'image';
  await page.route('**/*', (route) => (isPicture(route) ? route.fulfill(blot) : route.fallback()));
  for (const file of sampleOf(files, 3)) {
    const markdown = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
    await expectSame(markdown, file);
  }
  await page.unrouteAll({ behavior: 'wait' });
  // CodeMirror may say that it measured a new text more than once
  expect(faults.splice(0).filter((fault) => !/Measure loop restarted/.test(fault))).toEqual([]);
});

const everything = `首段须得够长，长到可以在段首立起一个大字来，所以这里多写几句：雨水这天下了一整日的雨，屋檐下的水缸满了，燕子没有来，邻居在巷口说话，说的是去年的事情，说完又说今年。

## 公式与代码

勾股 $a^2 + b^2 = c^2$，以及

$$
\\int_0^1 x^2 \\, dx
$$

\`\`\`ts title="a.ts" {1}
const a: number = 1; // 注
\`\`\`

> [!NOTE] 提示
> 引文

- [x] 做完
- [ ] 没做

| 左 | 右 |
|:--|--:|
| 1 | 2 |

<details><summary>折叠</summary>

里面<b>粗

</details>

<p><div>乱</div></p> <b><p>斜</b>

脚注[^1]与[站内](SITE/archive)、[站外](https://a.example/)

[^1]: 注
`;

test('formulas, code, hostile HTML and sized pictures look as on the page', async () => {
  const { headers, payload } = await formOf({ bytes: await noise(320) });
  const request = { method: 'POST', headers: { ...headers, authorization: token }, body: new Uint8Array(payload) };
  const { data } = await (await fetch(`${site.url}/file/upload`, request)).json();
  const pictures = `![雨](${data.url} "题"){width=50%}\n\n字 ![](${data.url}) ![外](https://a.example/x.png)\n`;
  await expectSame(everything.replace('SITE', site.url) + pictures, '样样都有');
  expect(await prose().getAttribute('class')).toBe('prose prose-capped');
  expect(await prose().locator('img[width="320"]').count()).toBe(2);
  expect(await prose().locator('img.w-50').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('code on which a grammar hangs stays uncoloured, and typing and preview go on', async () => {
  await setText(page, `甲\n\n\`\`\`csharp\n${'.a '.repeat(60)}\n\`\`\`\n`);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('手没有停');
  await expect.poll(() => page.locator('.cm-content').first().textContent()).toContain('手没有停');
  await expect.poll(() => prose().textContent(), { timeout: 30_000 }).toContain('手没有停甲');
  expect(await prose().locator('code .k').count()).toBe(0);
  await setText(page, '```ts\nlet a\n```\n');
  await expect.poll(() => prose().locator('.k').count(), { timeout: 30_000 }).toBe(1);
});

test('a change among equal blocks moves none of them', async () => {
  const text = Array.from({ length: 20 }, () => '每一段都一样。').join('\n\n');
  await setText(page, text);
  await expect.poll(() => prose().locator('> p').count()).toBe(20);
  await prose().evaluate((body) => {
    for (const [index, child] of [...body.children].entries()) Object.assign(child, { place: index });
  });
  await setText(page, text.replace('。', '，这一段例外。'));
  await expect.poll(() => prose().textContent()).toContain('例外');
  const places = await prose().evaluate((body) =>
    [...body.children].map((child) => (child as { place?: number }).place),
  );
  expect(places).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('after each edit the preview is the HTML of the page', { timeout: 120_000 }, async () => {
  const texts = [
    '## 甲\n\n同\n\n同\n\n> 引\n\n同\n\n末',
    '## 甲\n\n同\n\n同一\n\n> 引\n\n同\n\n末',
    '## 甲乙\n\n同\n\n同一\n\n> 引\n\n同\n\n末',
    '同\n\n## 甲乙\n\n同\n\n> 引\n\n同\n\n末',
    '同\n\n## 甲乙\n\n同\n\n> 引\n>\n> 又引\n\n同\n\n末',
    '同\n\n### 甲乙\n\n同[^1]\n\n同\n\n同\n\n[^1]: 注',
    '- 同\n- 同\n\n同\n\n```js\nlet a\n```\n\n末',
    '- [x] 同\n- [ ] 同\n\n同\n\n```mermaid\ngraph TD\n```\n\n末',
    '末',
  ];
  for (const text of texts) await expectSame(text, text);
});

test('unchanged blocks keep their nodes, a changed one its element, and the preview its scroll position', async () => {
  const text = Array.from({ length: 60 }, (_, index) => `第 ${index} 段${'，雨一直下'.repeat(20)}。`).join('\n\n');
  await setText(page, text);
  await expect.poll(() => prose().locator('> p').count()).toBe(60);
  await prose().evaluate((body) => {
    for (const child of body.children) Object.assign(child, { seen: true });
  });
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('尾声');
  await expect.poll(() => prose().textContent()).toContain('尾声');
  const stored = () =>
    prose().evaluate((body) => [...body.children].filter((child) => (child as { seen?: boolean }).seen).length);
  expect(await stored()).toBe(60);
});

test('text and preview scroll in sync in both directions and settle', async () => {
  const topOf = (element: Element) => element.scrollTop;
  const firstSeen = () =>
    pane().evaluate((box) => {
      const top = box.getBoundingClientRect().top;
      const all = [...box.querySelectorAll('.prose > p')];
      return all.findIndex((one) => one.getBoundingClientRect().bottom > top + 24);
    });
  const firstLine = () =>
    scroller().evaluate((box) => {
      const top = box.getBoundingClientRect().top;
      const lines = [...box.querySelectorAll('.cm-line')].filter((line) => line.textContent);
      const seen = lines.find((line) => line.getBoundingClientRect().bottom > top + 24);
      return Number(/第 (\d+) 段/.exec(seen?.textContent ?? '')?.[1] ?? -1);
    });

  await scroller().evaluate((box) => box.scrollTo({ top: 0 }));
  await expect.poll(() => pane().evaluate(topOf)).toBe(0);
  await scroller().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
  await expect.poll(async () => Math.abs((await firstSeen()) - (await firstLine()))).toBeLessThanOrEqual(1);
  expect(await firstSeen()).toBeGreaterThan(10);

  await pane().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 4 }));
  await expect.poll(async () => Math.abs((await firstSeen()) - (await firstLine()))).toBeLessThanOrEqual(1);
  expect(await firstSeen()).toBeLessThan(30);
  const places = async () => [await scroller().evaluate(topOf), await pane().evaluate(topOf)];
  const rested = await places();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await places()).toEqual(rested);

  await scroller().evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await expect
    .poll(() => pane().evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
    .toBeLessThan(2);
});

test('a click in the preview puts the caret there', async () => {
  await pane().evaluate((box) => box.scrollTo({ top: 0 }));
  await prose().locator('> p').nth(2).click();
  await page.keyboard.insertText('【此处】');
  await expect.poll(() => prose().locator('> p').nth(2).textContent()).toContain('【此处】');
  expect(faults).toEqual([]);
});

test('a preview that fails to load says so and loads on retry', async () => {
  await page.route('**/render.worker-*', (route) => route.abort());
  await page.goto('/newposts');
  await page.locator('.cm-content').waitFor();
  const again = page.getByRole('button', { name: '重试' });
  await again.waitFor();
  await setText(page, '雨水');
  await page.waitForURL(/id=/); // kept: nothing moves any more
  await again.waitFor();
  await page.unroute('**/render.worker-*');
  await again.click();
  await expect.poll(() => prose().innerHTML()).toBe('<p>雨水</p>\n');
  expect(await again.count()).toBe(0);
});
