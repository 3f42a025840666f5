import { expect, test } from 'vitest';
import { unwrapRedirect } from '../src/redirect-links.ts';
import { elementsOf, find, htmlOf, visibleText } from './reading.ts';

const mathOf = async (source: string) => find(await htmlOf(source), 'math');

test.each(['设 \\(a+b\\)，', '\\(x_1\\)', '式 \\( \\frac{1}{2} \\) 完', '\\(\\text{当 } x\\)'])(
  '%s is a formula in the line',
  async (source) => {
    expect((await mathOf(source))?.attributes.display).toBeUndefined();
    expect(await mathOf(source)).toBeDefined();
  },
);

test.each([
  '\\[\nE = mc^2\n\\]',
  '\\[ E = mc^2 \\]',
  '\\[\\frac{1}{2}\\]',
  '文\n\\[\na\n\\]\n文',
  '- 项\n\n  \\[\n  a + b\n  \\]',
  '> \\[\n> a\n> \\]',
  '见 \\[\\sum_i i\\] 完',
])('%j is set apart', async (source) => {
  expect((await mathOf(source))?.attributes.display).toBe('block');
});

test.each([
  '\\[1\\] 注',
  '\\[不是链接\\](/a)',
  '\\(注\\)',
  '\\(没有结尾',
  '\\\\(a\\\\)',
  '`\\(a\\)`',
  '```\n\\[\na\n\\]\n```',
  '\\[ \\]',
  '\\[\n\n没有结尾',
  '[x\\](y)',
  '\\[a=b\\]: c',
])('%j is no formula', async (source) => {
  expect(await mathOf(source)).toBeUndefined();
});

test('rows of unclosed brackets, notes and marks take linear time', { timeout: 60_000 }, async () => {
  for (const piece of ['\\(', '\\[', '^[', '^[`', '\\[\n', 'a^b', 'a~b', 'x\n: ', '\\(a', '^[[', '![a|'])
    expect((await htmlOf(piece.repeat(60_000 / piece.length))).length, piece).toBeGreaterThan(0);
});

test('chemistry is set as formulas are', async () => {
  const html = await htmlOf('$\\ce{2H2 + O2 -> 2H2O}$');
  expect(find(html, 'math')).toBeDefined();
  expect(html).not.toContain('公式有误');
});

test('a note within the text stands at the end, with links both ways', async () => {
  const html = await htmlOf('正文^[见[这里](/a)与*那里*]完[^1]\n\n[^1]: 后注');
  expect(visibleText(html)).toMatch(/正文1完2\s+见这里与那里 ↩\s+后注 ↩/);
  expect(elementsOf(html).filter(({ attributes }) => attributes.role === 'doc-backlink')).toHaveLength(2);
  expect(visibleText(await htmlOf('^[外^[内]]'))).toContain('^[外');
  expect(visibleText(await htmlOf('`^[码]` ^[] \\^[一]'))).toContain('^[码] ^[] ^[一]');
});

test.each([
  ['H~2~O', 'H<sub>2</sub>O'],
  ['a~n+1~', 'a<sub>n+1</sub>'],
  ['x^2^ + 10^-3^', 'x<sup>2</sup> + 10<sup>-3</sup>'],
  ['SO~4~^2-^', 'SO<sub>4</sub><sup>2-</sup>'],
  ['据考证^[3]^', '据考证<sup>[3]</sup>'],
  ['19^th^', '19<sup>th</sup>'],
  ['好的~谢谢~', '好的~谢谢~'],
  ['哈哈^_^', '哈哈^_^'],
  ['haha^o^ 哈哈^o^', 'haha^o^ 哈哈^o^'],
  ['5~10~20', '5~10~20'],
  ['~~旧~~', '<s>旧</s>'],
  ['`H~2~O`', '<code>H~2~O</code>'],
  ['2^10 与 2^20', '2^10 与 2^20'],
])('%s', async (source, html) => {
  expect(await htmlOf(source)).toBe(`<p>${html}</p>\n`);
});

test('a line with definitions behind it is a list of definitions', async () => {
  expect(await htmlOf('术语\n: 定义*一*\n: 二\n续\n另一个\n: 三')).toBe(
    '<dl>\n<dt>术语</dt>\n<dd>定义<em>一</em></dd>\n<dd>二续</dd>\n<dt>另一个</dt>\n<dd>三</dd>\n</dl>\n',
  );
  expect(await htmlOf('> 甲\n> : 乙')).toContain('<dl>');
  expect(await htmlOf('时间\n:三点')).toBe('<p>时间\n:三点</p>\n');
  expect(await htmlOf(': 乙')).toBe('<p>: 乙</p>\n');
});

test('the width of an Obsidian picture becomes a share of the column, and leaves its words', async () => {
  const picture = async (source: string) => find(await htmlOf(source), 'img')?.attributes;
  expect(await picture('![图|300](/a.webp)')).toMatchObject({ alt: '图', class: 'photo w-50' });
  expect(await picture('![图|120x80](/a.webp)')).toMatchObject({ alt: '图', class: 'photo w-25' });
  expect(await picture('![a|b](/a.webp)')).toMatchObject({ alt: 'a|b' });
  expect((await picture('![图|2000](/a.webp)'))?.class).toBe('photo');
});

test('blocks with Arabic or Hebrew follow their own direction', async () => {
  const html = await htmlOf('مرحبا بالعالم\n\n中文\n\n- שלום\n- 二\n\n# עברית');
  const auto = elementsOf(html).filter(({ attributes }) => attributes.dir === 'auto');
  expect(auto.map(({ name }) => name)).toEqual(['p', 'li', 'h2']);
});

test.each([
  ['https://link.zhihu.com/?target=https%3A//a.cn/b%3Fc%3D1', 'https://a.cn/b?c=1'],
  ['https://link.juejin.cn/?target=https%3A%2F%2Fa.cn', 'https://a.cn'],
  ['https://link.juejin.cn?target=https%3A%2F%2Fa.cn', 'https://a.cn'],
  ['https://gitee.com/link?target=https%3A%2F%2Fa.cn', 'https://a.cn'],
  ['https://link.zhihu.com/?target=javascript%3Aalert(1)', 'https://link.zhihu.com/?target=javascript%3Aalert(1)'],
  ['https://www.google.com/search?q=https://a.cn', 'https://www.google.com/search?q=https://a.cn'],
  ['/a?target=https://a.cn', '/a?target=https://a.cn'],
])('%s leads to %s', (address, target) => {
  expect(unwrapRedirect(address)).toBe(target);
});

test('a pair of backticks in the words of a link is code, whatever other backtick stands in the link', async () => {
  const html = await htmlOf('见 [新的 `splat` 行为`](#a)。');
  expect(html).toBe('<p>见 <a href="#a">新的 <code>splat</code> 行为`</a>。</p>\n');
});
