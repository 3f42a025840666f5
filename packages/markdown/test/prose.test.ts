import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown.ts';
import { elementsOf, find, htmlOf } from './reading.ts';

test('a paragraph, a list, a quotation and a rule are plain CommonMark', async () => {
  const html = await htmlOf('一段 *轻* 与 **重**。\n\n- 一\n- 二\n\n> 引\n\n---\n');
  expect(html).toContain('<p>一段 <em>轻</em> 与 <strong>重</strong>。</p>');
  expect(elementsOf(html).map(({ name }) => name)).toEqual([
    'p',
    'em',
    'strong',
    'ul',
    'li',
    'li',
    'blockquote',
    'p',
    'hr',
  ]);
});

test('struck and marked words', async () => {
  const html = await htmlOf('~~旧价~~ 与 ==新价==，a == b 和 c == d，======');
  expect(html).toBe('<p><s>旧价</s> 与 <mark>新价</mark>，a == b 和 c == d，======</p>\n');
});

test('a table scrolls in a labelled region and aligns by class, never by style', async () => {
  const html = await htmlOf('| 左 | 中 | 右 |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n');
  expect(find(html, 'div')?.attributes).toEqual({ class: 'tbl', tabindex: '0', role: 'region', 'aria-label': '表格' });
  const cells = elementsOf(html).filter(({ name }) => name === 'td');
  expect(cells.map(({ attributes }) => attributes)).toEqual([{}, { class: 'ta-c' }, { class: 'ta-r' }]);
});

test('tasks are disabled boxes with a label', async () => {
  const html = await htmlOf('- [ ] 读稿\n- [x] 关灯再读 **一遍**\n');
  expect(html).toBe(
    '<ul class="tasks">\n' +
      '<li><input type="checkbox" disabled aria-label="未完成"><span>读稿</span></li>\n' +
      '<li><input type="checkbox" checked disabled aria-label="已完成"><span>关灯再读 <strong>一遍</strong></span></li>\n' +
      '</ul>\n',
  );
});

test('a task that holds a list keeps it beside its box, and a plain list beside tasks stays plain', async () => {
  const html = await htmlOf('- [x] 外\n  - [ ] 内\n\n段\n\n- 平常\n');
  const lists = elementsOf(html).filter(({ name }) => name === 'ul');
  expect(lists.map(({ attributes }) => attributes.class)).toEqual(['tasks', 'tasks', undefined]);
  expect(html).toMatch(/aria-label="已完成"><div>外/);
});

test('footnotes lead to a list at the end and back', async () => {
  const html = await htmlOf('甲[^a]，乙[^b]，再甲[^a]。\n\n[^a]: 注 **一**\n[^b]: 注二\n');
  const links = elementsOf(html).filter(({ name }) => name === 'a');
  expect(links.map(({ attributes }) => [attributes.id, attributes.href])).toEqual([
    ['fnref:1', '#fn:1'],
    ['fnref:2', '#fn:2'],
    ['fnref:1:2', '#fn:1'],
    [undefined, '#fnref:1'],
    [undefined, '#fnref:1:2'],
    [undefined, '#fnref:2'],
  ]);
  expect(links.every(({ attributes }) => attributes.class === 'fn' && attributes['aria-label'])).toBe(true);
  expect(find(html, 'div')?.attributes).toMatchObject({ class: 'notes', 'aria-label': '脚注' });
  expect(
    elementsOf(html)
      .filter(({ name }) => name === 'li')
      .map(({ attributes }) => attributes.id),
  ).toEqual(['fn:1', 'fn:2']);
});

test("GitHub's alerts become callouts with Chinese titles", async () => {
  const kinds = { NOTE: '旁注', TIP: '提示', IMPORTANT: '要点', WARNING: '慎用', CAUTION: '当心' };
  for (const [kind, title] of Object.entries(kinds)) {
    const html = await htmlOf(`> [!${kind}]\n> 内容\n`);
    expect(find(html, 'div')?.attributes.class).toMatch(`callout ${kind.toLowerCase()}`);
    expect(find(html, 'b')?.text).toBe(title);
    expect(find(html, 'p')?.text).toBe('内容');
    expect(html).not.toContain('blockquote');
  }
});

test("an alert's author may give it a title of his own, with Markdown in it", async () => {
  const html = await htmlOf('> [!warning] 动手 `之前`\n>\n> 先读\n');
  expect(html).toContain('<b>动手 <code>之前</code></b>');
  expect(elementsOf(html).filter(({ name }) => name === 'p')).toHaveLength(1);
});

test('a quotation that only looks like an alert stays a quotation', async () => {
  expect(await htmlOf('> [!constructor] x\n')).toContain('<blockquote>');
  expect(await htmlOf('> 说 [!NOTE]\n')).toContain('<blockquote>');
});

test('containers as VitePress and Hexo write them nest, fold, and step over code', async () => {
  const html = await htmlOf('::: tip 小贴士\n外\n\n```md\n:::\n```\n\n:::details 展开\n内\n:::\n尾\n:::\n之后\n');
  expect(find(html, 'div')?.attributes.class).toBe('callout tip');
  expect(find(html, 'div')?.text).toMatch(/小贴士[\s\S]*外[\s\S]*:::[\s\S]*展开[\s\S]*内[\s\S]*尾/);
  expect(find(html, 'summary')?.text).toBe('展开');
  expect(html).toMatch(/<p>之后<\/p>\n$/);
});

test('a container without an end lasts to the end of its list item', async () => {
  const html = await htmlOf('- ::: info\n  内\n\n外\n');
  expect(find(html, 'ul')?.text).not.toContain('外');
  expect(html).toMatch(/<p>外<\/p>\n$/);
});

test('headings: the body has no h1, ids are readable, unique and may be chosen', async () => {
  const { html, headings } = await renderMarkdown(
    '# 先定 `一行` 放多少个字？\n\n## 同名\n\n## 同名\n\n### 小节 {#My-Id}\n\n### 细节 {/*detail*/}\n\n#### 深\n\n> ## 引文里的\n',
  );
  expect(headings).toEqual([
    { id: '先定-一行-放多少个字', text: '先定 一行 放多少个字？', level: 2 },
    { id: '同名', text: '同名', level: 2 },
    { id: '同名-2', text: '同名', level: 2 },
    { id: 'my-id', text: '小节', level: 3 },
    { id: 'detail', text: '细节', level: 3 },
  ]);
  const all = elementsOf(html).filter(({ name }) => /^h\d$/.test(name));
  expect(all.map(({ name }) => name)).toEqual(['h2', 'h2', 'h2', 'h3', 'h3', 'h4', 'h2']);
  expect(new Set(all.map(({ attributes }) => attributes.id)).size).toBe(7);
});

test('a heading does not take an id the page uses, and a prefix keeps several texts apart', async () => {
  expect(await htmlOf('## Comments\n')).toContain('id="comments-2"');
  const html = await htmlOf('## 一 {#one}\n\n[去](#one)[^1]\n\n[^1]: 注\n', { idPrefix: 'c12-' });
  expect(html).toContain('id="c12-one"');
  expect(html).toContain('href="#c12-one"');
  expect(html).toContain('id="c12-fn:1"');
});

test('a link inside the text finds the heading however it is written', async () => {
  const html = await htmlOf('## Hello 世界\n\n[甲](#Hello-世界) [乙](#hello-%E4%B8%96%E7%95%8C) [丙](#100%)\n');
  const hrefs = elementsOf(html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.href);
  expect(hrefs).toEqual(['#hello-世界', '#hello-世界', '#100']);
});

test('links that leave the site open in a new tab and tell nothing', async () => {
  const html = await htmlOf(
    '[外](https://a.com) [内](https://mojian.example/b) [相](/c) [半](//d.com) [信](mailto:a@b.cn) [话](tel:123)',
    {
      siteOrigin: 'https://mojian.example',
    },
  );
  const links = elementsOf(html).filter(({ name }) => name === 'a');
  expect(links.map(({ attributes }) => attributes.target ?? '')).toEqual(['_blank', '', '', '_blank', '', '']);
  expect(links[0]?.attributes.rel).toBe('noopener noreferrer');
});

test('a picture alone in its paragraph is a figure with a caption, sized so that the page does not jump', async () => {
  const { html, pictures } = await renderMarkdown(
    '![远山](/a.webp "图一　云")\n\n![只有描述](b.webp)\n\n字 ![行内](c.webp)\n',
    {
      pictureSize: (src) => (src === '/a.webp' ? { width: 1200, height: 800 } : undefined),
    },
  );
  expect(pictures).toEqual(['/a.webp', 'b.webp', 'c.webp']);
  expect(find(html, 'img')?.attributes).toEqual({
    src: '/a.webp',
    alt: '远山',
    width: '1200',
    height: '800',
    class: 'photo',
    loading: 'lazy',
    decoding: 'async',
  });
  const figures = elementsOf(html).filter(({ name }) => name === 'figure');
  expect(figures.map(({ attributes, text }) => [attributes.class, text.trim()])).toEqual([
    ['fig', '图一　云'],
    ['fig', '只有描述'],
  ]);
});

test('a linked picture is a figure too', async () => {
  const html = await htmlOf('[![图](a.webp)](/big)\n');
  expect(elementsOf(html).map(({ name }) => name)).toEqual(['figure', 'a', 'img', 'figcaption']);
});

test('HTML an author may write stays, with Markdown inside', async () => {
  const html = await htmlOf(
    '<details open><summary>更多</summary>\n\n**内**\n\n</details>\n\n按 <kbd>Ctrl</kbd>，H<sub>2</sub>O，<ruby>墨<rp>(</rp><rt>mò</rt><rp>)</rp></ruby>\n',
  );
  expect(find(html, 'details')?.attributes).toEqual({ open: '' });
  expect(find(html, 'strong')?.text).toBe('内');
  expect(html).toContain('<ruby>墨<rp>(</rp><rt>mò</rt><rp>)</rp></ruby>');
});

test('film and sound have controls and an address, nothing else', async () => {
  const html = await htmlOf(
    '<video src="/a.mp4" autoplay loop poster="x" width="640"></video>\n\n<audio src="data:audio/x"></audio>\n',
  );
  expect(find(html, 'video')?.attributes).toEqual({ src: '/a.mp4', width: '640', controls: '', preload: 'metadata' });
  expect(find(html, 'audio')).toBeUndefined();
});

test('types in prose are read as their author meant them, unknown elements disappear', async () => {
  expect(await htmlOf('返回 List<String> 而不是 Map<K>。')).toBe(
    '<p>返回 List&lt;String&gt; 而不是 Map&lt;K&gt;。</p>\n',
  );
  expect(await htmlOf('<Intro>\n\n正文 <center>居中</center>\n\n</Intro>\n')).toMatch(/^\s*<p>正文 居中<\/p>\s*$/);
});

test('with breaks each line of a comment stands for itself', async () => {
  expect(await htmlOf('一\n二', { breaks: true })).toBe('<p>一<br />\n二</p>\n');
});
