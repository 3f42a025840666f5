import { beforeAll, expect, test } from 'vitest';
import { writeArticle } from './arrange.ts';
import { hydrated } from './browser.ts';
import { newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const longLine = `const words = [${Array.from({ length: 60 }, (_, n) => `'字${n}'`).join(', ')}];`;
const cell = '一格里写得很满的字'.repeat(6);
const markdown = `${'纸上的一段话，写得不长也不短，读的人停一停。'.repeat(30)}

- [x] 做完的
- [ ] 没做的

\`\`\`js
${longLine}
\`\`\`

| 名字 | 一 | 二 | 三 |
| --- | --- | --- | --- |
| 行 | ${cell} | ${cell} | ${cell} |

<details><summary>折着的</summary>

展开才看得到的话。

</details>

<audio src="/files/voice.mp3" title="风声"></audio>

${Array.from({ length: 40 }, (_, n) => `第${n}段，${'再写几句凑成许多页。'.repeat(8)}`).join('\n\n')}`;

let path = '';
beforeAll(async () => {
  const { id: authorId } = await newMember(site);
  path = `/article/${await writeArticle(site, { authorId, title: '打印在纸上', markdown, readType: 0 })}`;
});

test('an article prints in the light colours, whole, without buttons and bars, with what its players are', async () => {
  const { page } = await openPage();
  await page.addInitScript(() => sessionStorage.setItem('theme', 'dark'));
  await page.goto(path);
  await hydrated(page);
  await page.locator('.print-players-line').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  // A4 without its margins
  await page.setViewportSize({ width: 627, height: 971 });
  const hidden = [
    '.header',
    '.article-dock',
    '.article-rail',
    '.comments',
    '.article-thanks',
    '.prose .btn',
    '.prose audio',
  ];
  for (const one of hidden) expect([one, await page.locator(one).first().isVisible()]).toEqual([one, false]);
  expect(await page.locator('.article-colophon').isVisible()).toBe(true);
  expect(
    await page.locator('details > p').evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })),
  ).toBe(true);
  expect(await page.locator('.print-players-line').innerText()).toMatch(/^录音 · 风声 · .*\/files\/voice\.mp3$/);
  const text = await page.locator('.prose').evaluate((one) => {
    const { fontSize, color } = getComputedStyle(one);
    return { size: Number.parseFloat(fontSize), isDark: /^oklch\(0\.[0-3]/.test(color) };
  });
  expect(text.size).toBeCloseTo(14, 0); // 10.5 pt
  expect(text.isDark).toBe(true);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.prose > *, .code pre, .tbl')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .map(({ className, tagName }) => `${tagName} ${className}`),
  );
  expect(cut).toEqual([]);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeGreaterThan(3);
  expect(/\/MediaBox\s*\[0 0 (59[45][.\d]*) (84[12][.\d]*)\]/.test(pdf)).toBe(true); // A4
});
