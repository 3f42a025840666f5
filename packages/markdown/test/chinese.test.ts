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
  ['看__`code`__吧', '看<strong><code>code</code></strong>吧'],
  ['看_`code`_吧，`张三`_简历', '看<em><code>code</code></em>吧，<code>张三</code>_简历'],
  ['说__"引号"__的', '说<strong>"引号"</strong>的'],
  ['中文__粗体__中文', '中文<strong>粗体</strong>中文'],
  ['这是__重点（注）__的话', '这是<strong>重点（注）</strong>的话'],
  ['~~旧。~~新', '<s>旧。</s>新'],
  ['==记。==后', '<mark>记。</mark>后'],
  ['𠮷**野家。**𠮷', '𠮷<strong>野家。</strong>𠮷'],
  ['**“重点”**B站的视频', '<strong>“重点”</strong>B站的视频'],
  ['**“重点”**B站，**“开源”**Linux', '<strong>“重点”</strong>B站，<strong>“开源”</strong>Linux'],
  ['A*‘引’*B', 'A<em>‘引’</em>B'],
  ['等等**……**OK', '等等<strong>……</strong>OK'],
  ['Go==——就这样——==Rust', 'Go<mark>——就这样——</mark>Rust'],
  ['涨了~~50%~~B', '涨了<s>50%</s>B'],
  ['up **100%**in', 'up <strong>100%</strong>in'],
  ['**注意:**B站', '<strong>注意:</strong>B站'],
  ['a**(注)**b', 'a<strong>(注)</strong>b'],
  ['*(*foo*)*', '<em>(<em>foo</em>)</em>'],
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
  ['他说“好。”\n然后', '他说“好。”然后'],
  ['等等……\n后来', '等等……后来'],
  ['他——\n走了', '他——走了'],
  ['前\n“引”', '前“引”'],
  ['He said “yes”\nand left', 'He said “yes”\nand left'],
])('%j joins at the line break as its script does', async (source, joined) => {
  expect(await htmlOf(source)).toBe(`<p>${joined}</p>\n`);
});

test.each([
  ['https://zh.wikipedia.org/wiki/北京', 'https://zh.wikipedia.org/wiki/%E5%8C%97%E4%BA%AC'],
  ['https://a.cn/C%2B%2B_(语言)', 'https://a.cn/C%2B%2B_(%E8%AF%AD%E8%A8%80)'],
  ['https://a.cn/?q=中文&p=1', 'https://a.cn/?q=%E4%B8%AD%E6%96%87&amp;p=1'],
  ['https://a.cn/b#安装', 'https://a.cn/b#%E5%AE%89%E8%A3%85'],
  ['（https://a.cn/北京/故宫）', 'https://a.cn/%E5%8C%97%E4%BA%AC/%E6%95%85%E5%AE%AB'],
  ['见https://a.cn/北京，再说', 'https://a.cn/%E5%8C%97%E4%BA%AC'],
  ['见https://a.cn/doc这一篇', 'https://a.cn/doc'],
  ['去https://a.cn看', 'https://a.cn'],
])('the bare address in %s goes on where a part of it is Chinese', async (source, href) => {
  expect(await htmlOf(source)).toContain(`<a href="${href}"`);
});

test('what only looks like an address before Chinese is none', async () => {
  expect(await htmlOf('以https://开头')).toBe('<p>以https://开头</p>\n');
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
