import { expect, test } from 'vitest';
import { renderMarkdown, splitOpening } from '../src/markdown.ts';

test('the line <!-- more --> ends the opening', () => {
  expect(splitOpening('一\n\n二\n\n<!-- more -->\n\n三\n')).toEqual({ opening: '一\n\n二', rest: '三\n' });
  expect(splitOpening('一\n<!--more-->\n二')).toEqual({ opening: '一', rest: '二' });
  expect(splitOpening('<!-- more -->\n一')).toEqual({ opening: '', rest: '一' });
  expect(splitOpening('一\r\n<!-- MORE -->\r\n二')).toEqual({ opening: '一', rest: '二' });
});

test('the first <!-- more --> ends the opening at any nesting', () => {
  expect(splitOpening('> 一\n> <!-- more -->\n> 二\n\n<!-- more -->\n三').opening).toBe('> 一');
  expect(splitOpening('::: tip\n一\n<!-- more -->\n二\n:::\n').opening).toBe('::: tip\n一');
});

test('<!-- more --> within code is code', () => {
  const source = '一\n\n```html\n<!-- more -->\n```\n\n二\n\n<!-- more -->\n\n三';
  expect(splitOpening(source).rest).toBe('三');
  expect(splitOpening('一 `<!-- more -->` 二\n\n三\n\n<!-- more -->\n四').rest).toBe('四');
});

test('without <!-- more --> the opening is the first three blocks, up to about 300 characters', () => {
  expect(splitOpening('# 题\n\n一\n\n- 二\n- 三\n\n四\n')).toEqual({
    opening: '# 题\n\n一\n\n- 二\n- 三',
    rest: '四\n',
  });
  expect(splitOpening('# 题\n\n一\n')).toEqual({ opening: '# 题', rest: '一\n' });
  const long = '这是一句话。'.repeat(100);
  expect(splitOpening(`短。\n\n- ${long}\n\n尾`)).toMatchObject({ opening: '短。' });
});

test('definitions of links are no blocks of the opening, wherever they stand', () => {
  const definitions = '[甲]: https://a.cn/1\n[乙]: https://a.cn/2 "题"\n';
  expect(splitOpening(`${definitions}\n一\n\n> [丙]: /3\n>\n> 二\n\n- [丁]: /4\n- 三\n\n四\n`)).toEqual({
    opening: `${definitions}\n一\n\n> [丙]: /3\n>\n> 二\n\n- [丁]: /4\n- 三`,
    rest: '四\n',
  });
  expect(splitOpening(`一\n\n${definitions}`).opening).toBe('');
});

test('the opening of a long first paragraph ends with a sentence', () => {
  const { opening, rest } = splitOpening(`${'这是一句话。'.repeat(100)}\n\n尾`);
  expect(opening).toMatch(/。$/);
  expect(opening.length).toBeGreaterThan(250);
  expect(opening.length).toBeLessThanOrEqual(300);
  expect(rest.startsWith('这是')).toBe(true);
});

test.each([
  '只有一段',
  '',
  '```\n没有结尾的代码\n\n还是代码',
  '- 一\n- 二\n',
  '# 只有标题',
  '::: tip\n一\n\n二\n\n三\n',
])('a single block such as %j has no opening', (source) => {
  expect(splitOpening(source).opening).toBe('');
});

test('the opening does not use definitions of the hidden rest', async () => {
  const { opening } = splitOpening('见 [链接][a] 与注[^1]\n\n<!-- more -->\n\n[a]: https://secret.cn\n[^1]: 秘密\n');
  const { html } = await renderMarkdown(opening);
  expect(html).not.toMatch(/secret|秘密/);
});
