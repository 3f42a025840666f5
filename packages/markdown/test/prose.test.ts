import { expect, test } from 'vitest';
import { renderMarkdown, splitOpening, summarize } from '../src/markdown.ts';
import { outline } from '../src/prose.ts';

const source =
  '## 先听\n\n封路的**三个**小时，桥是我们的。\n\n```js\nlet a = 1;\n```\n\n他说铁会说话。\n\n天亮了。\n\n第一条船来了。';

test("the editor's summary equals the one made on saving", async () => {
  const whole = await renderMarkdown(source);
  expect(outline(source, { locked: false })).toEqual({ summary: summarize(whole.prose), ending: '' });
  const opening = await renderMarkdown(splitOpening(source).opening);
  expect(outline(source, { locked: true })).toEqual({
    summary: summarize(opening.prose),
    ending: '封路的三个小时，桥是我们的。',
  });
});

test('the opening ends at the marked line, and a single paragraph has none', () => {
  expect(outline('第一句。\n\n第二句。\n\n<!-- more -->\n\n余下的。', { locked: true }).ending).toBe(
    '第一句。 第二句。',
  );
  expect(outline('只有一段。', { locked: true })).toEqual({ summary: '', ending: '' });
});

test('the summary of a long text needs its beginning only', () => {
  const long = `${'雨水。'.repeat(20)}\n\n`.repeat(400);
  expect(outline(long, { locked: false }).summary).toBe(summarize(long));
  expect(splitOpening(long).opening.endsWith(outline(long, { locked: true }).ending)).toBe(true);
  expect(outline(`${long}<!-- more -->\n\n完`, { locked: true }).summary).toBe(summarize(long));
});
