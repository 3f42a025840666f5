import { expect, test } from 'vitest';
import { htmlOf } from './reading.ts';

test.each([
  ['**强调。**后文', '<strong>强调。</strong>后文'],
  ['前文**“引号”**后文', '前文<strong>“引号”</strong>后文'],
  ['这是**重点（注）**的话', '这是<strong>重点（注）</strong>的话'],
  ['有**50%**的人', '有<strong>50%</strong>的人'],
  ['见**[链接](/a)**后文', '见<strong><a href="/a">链接</a></strong>后文'],
  ['用**`代码`**写', '用<strong><code>代码</code></strong>写'],
  ['他说*“好。”*然后', '他说<em>“好。”</em>然后'],
  ['**甲。**乙**丙。**丁', '<strong>甲。</strong>乙<strong>丙。</strong>丁'],
  ['__粗体。__后文', '<strong>粗体。</strong>后文'],
  ['前文__“引号”__后文', '前文<strong>“引号”</strong>后文'],
  ['他说_“好。”_然后', '他说<em>“好。”</em>然后'],
  ['_斜体。_后文', '<em>斜体。</em>后文'],
  ['*斜体。*后文', '<em>斜体。</em>后文'],
  ['中文__粗体__中文', '中文<strong>粗体</strong>中文'],
  ['这是__重点（注）__的话', '这是<strong>重点（注）</strong>的话'],
  ['~~旧。~~新', '<s>旧。</s>新'],
  ['==记。==后', '<mark>记。</mark>后'],
  ['𠮷**野家。**𠮷', '𠮷<strong>野家。</strong>𠮷'],
  ['**そうです。**はい', '<strong>そうです。</strong>はい'],
])('%s is emphasised as written', async (source, html) => {
  expect(await htmlOf(source)).toBe(`<p>${html}</p>\n`);
});

test.each([
  '2 * 3 * 4',
  '** 空 **',
  'snake_case_name',
  '一 ** 二 ** 三',
  'a**"b"**c',
  '张三_简历_终稿.docx',
  '重写__init__方法',
  '变量foo_。还有bar_。',
  'a_“b”_c',
])('%s stays as it is', async (source) => {
  expect(await htmlOf(source)).not.toMatch(/<(em|strong)>/);
});

test('a line break between Chinese characters is dropped, between words a space', async () => {
  expect(await htmlOf('前半句，\n后半句 **重**\n尾')).toBe('<p>前半句，后半句 <strong>重</strong>尾</p>\n');
  expect(await htmlOf('hello\nworld\n한국어\n말')).toBe('<p>hello\nworld\n한국어\n말</p>\n');
});

test.each([
  ['详见https://example.com/a_b_c。然后', 'https://example.com/a_b_c'],
  ['（https://example.com/x(y)）', 'https://example.com/x(y)'],
  ['(https://example.com/x)', 'https://example.com/x'],
  ['看 https://example.com/?a=1&b=2, 好', 'https://example.com/?a=1&amp;b=2'],
  ['去www.example.com看', 'www.example.com'],
  ['写信给me.too@mail.example.cn。', 'me.too@mail.example.cn'],
])('the link in %s ends before the punctuation', async (source, address) => {
  expect(await htmlOf(source)).toContain(`>${address}</a>`);
});

test.each(['README.md', 'a.b', 'http://', 'www.', '@某人', 'me@', '`https://a.cn`'])(
  '%s holds no link',
  async (source) => {
    expect(await htmlOf(source)).not.toContain('<a');
  },
);

test('an address inside a link is not linked again', async () => {
  expect((await htmlOf('[https://a.cn](/b) <a href="/c">https://d.cn</a>')).match(/<a /g)).toHaveLength(2);
});
