import { expect, test } from 'vitest';
import { convert } from './convert.ts';

const rain = { address: '/posts/rain', title: '雨' };

function plain(body: string, mdx = false) {
  const { text, shelter } = convert({
    body,
    mdx,
    findPost: (name) => (/^rain(?:\.md)?$/.test(name) ? rain : undefined),
  });
  return shelter.restore(text);
}

test('components become callouts, folds and quotations', () => {
  expect(plain('<Note>\n\n留意 `<Note>`。\n\n</Note>')).toBe('> [!NOTE]\n> 留意 `<Note>`。');
  expect(plain('<Pitfall>\n\n#### 别这样 {/*dont*/}\n\n一\n\n二\n\n</Pitfall>')).toBe(
    '> [!CAUTION] 别这样\n> 一\n>\n> 二',
  );
  expect(plain('<DeepDive>\n\n#### 为什么？ {/*why*/}\n\n因为。\n\n</DeepDive>')).toBe(
    '::: details 为什么？\n\n因为。\n\n:::',
  );
  expect(plain('<Diagram name="a" height={1} alt="三个框">\n\n说明\n\n</Diagram>')).toBe('> 图：三个框\n>\n> 说明');
});

test('code within a callout stays code, line by line', () => {
  expect(plain('<Note>\n\n```js\nlet a;\n\nlet b;\n```\n\n</Note>')).toBe(
    '> [!NOTE]\n> ```js\n> let a;\n>\n> let b;\n> ```',
  );
});

test('a component in a list stays in the list', () => {
  expect(plain('1. 一\n\n   <Note>\n   注\n   </Note>\n\n2. 二')).toBe('1. 一\n\n   > [!NOTE]\n   > 注\n\n2. 二');
});

test('code is never touched', () => {
  const code =
    "```jsx\n<Note>{/* a */}{' '}</Note>\n{% raw %}\n![](http://a/b.png)\n```\n\n`<Note>{/*a*/}`\n\n~~~\n<Intro>\n~~~\n\n<Intro>\n\n正文\n\n</Intro>";
  expect(plain(code)).toBe(code.replace('<Intro>\n\n正文\n\n</Intro>', '正文'));
});

test('headings keep their ids, comments and white space expressions go', () => {
  expect(plain("## 标题 {/*the-id*/}\n\n一{/* 注\n释 */}{' '}二")).toBe('## 标题 {#the-id}\n\n一 二');
});

test('unknown components leave their content, a lone type parameter is text', () => {
  expect(plain('<Foo a={{b: 1}}>\n  <Bar />\n  内容 <Baz>里面</Baz>\n</Foo>')).toBe('内容 里面');
  expect(plain('<Intro>\n\nList<String> 和 a < b\n\n</Intro>')).toBe('List<String> 和 a < b');
});

test('a playground shows its open file and folds the others', () => {
  const files =
    '<Sandpack>\n\n```js src/App.js active\na\n```\n\n```js src/data.js hidden\nb\n```\n\n```css\nc\n```\n\n</Sandpack>';
  expect(plain(files)).toBe('```js src/App.js\na\n```\n\n::: details 其余 1 个文件\n\n```css\nc\n```\n\n:::');
});

test('terminals become code, their text without escapes', () => {
  expect(plain('<TerminalBlock>\nnpm i\n</TerminalBlock>')).toBe('```sh\nnpm i\n```');
  expect(plain("<ConsoleBlock level=\"error\">\n\nIn \\<div\\>{'\\n'}{'  '}at `App`\n\n</ConsoleBlock>")).toBe(
    '```text\nIn <div>\n  at `App`\n```',
  );
});

test('videos become links to their pages', () => {
  expect(plain('<YouTubeIframe src="https://www.youtube.com/embed/T8?t=97" />')).toBe(
    '[视频：YouTube](https://www.youtube.com/watch?v=T8&t=97)',
  );
  const frame = '<iframe src="//player.bilibili.com/player.html?bvid=BV1x&p=1" allowfullscreen></iframe>';
  expect(plain(frame, true)).toBe('[视频：哔哩哔哩](https://www.bilibili.com/video/BV1x)');
  expect(plain(frame)).toBe(frame); // the page links it, in the midst of other HTML too
});

test('HTML loses what only JSX understands', () => {
  expect(
    plain(
      '<div className="a" style={{margin: \'1px\'}}>\n  <ul className="b">\n    <li>一</li>\n  </ul>\n</div>\n\n<Foo />',
    ),
  ).toBe('<ul>\n  <li>一</li>\n</ul>');
  expect(
    plain(
      '<picture>\n<source srcset="a.png" />\n<img className="light-image" src="a.webp" alt="图" />\n</picture>\n<img className="dark-image" src="b.webp" />\n<Foo />',
    ),
  ).toBe('![图](a.webp)');
});

test('module syntax is removed in .mdx files only', () => {
  const body = "import A from './a'\nimport {\n  b,\n} from 'b'\n\nexport const c = {\n  d: 1,\n};\n\n正文";
  expect(plain(body, true)).toBe('正文');
  expect(plain(body)).toBe(body);
});

test('plain Markdown passes unchanged', () => {
  const text =
    '# 一\n\n一段 **话**，$a_{i}$ 和 {花括号}，<b>粗</b>。\n\n- [ ] 事\n\n> 引\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<!-- more -->\n\n[^1]: 注';
  expect(plain(text)).toBe(text);
});

test("Hexo's tags become Markdown", () => {
  expect(plain('{% note warning 小心 %}\n内容\n{% endnote %}')).toBe('> [!WARNING] 小心\n> 内容');
  expect(plain('{% note info no-icon simple %}内容{% endnote %}')).toBe('> [!NOTE]\n> 内容');
  expect(plain('看 {% asset_img a.png 300 "一张图" %}')).toBe('看 ![一张图](a.png)');
  expect(plain('{% post_link rain %}，{% post_link rain 那场雨 %}，{% post_link gone %}')).toBe(
    '[雨](/posts/rain)，[那场雨](/posts/rain)，gone',
  );
  expect(plain('{% codeblock lang:js %}\n{% raw %}let a;\n{% endcodeblock %}')).toContain('```js');
  expect(plain('{% raw %}{{ a }} {% b %}{% endraw %}')).toBe('{{ a }} {% b %}');
  expect(plain('{% blockquote 鲁迅 %}\n其实地上本没有路\n{% endblockquote %}')).toBe(
    '> 其实地上本没有路\n>\n> —— 鲁迅',
  );
  expect(plain('{% tabs x %}\n<!-- tab 一 -->\n甲\n<!-- endtab -->\n{% endtabs %}')).toBe('**一**\n\n甲');
});

test("Jekyll's tags become Markdown", () => {
  expect(plain('{% highlight js linenos %}\nlet a;\n{% endhighlight %}')).toBe('```js\nlet a;\n```');
  expect(
    plain('![]({{ site.baseurl }}/a.png) [x]({% post_url rain %}) {{ "/b.png" | relative_url }}\n{: .center}'),
  ).toBe('![](/a.png) [x](/posts/rain) /b.png');
  expect(plain('* TOC\n{:toc}\n\n正文{% comment %}藏{% endcomment %}')).toBe('正文');
});

test("Hugo's shortcodes become Markdown", () => {
  expect(plain('{{< figure src="a.png" caption="图" width=300 >}}')).toBe('![图](a.png)');
  expect(plain('{{< highlight go "linenos=table" >}}\nvar a\n{{< /highlight >}}')).toBe('```go\nvar a\n```');
  expect(plain('{{% notice tip %}}\n内容\n{{% /notice %}}')).toBe('> [!TIP]\n> 内容');
  expect(plain('{{< youtube abc >}} {{</* figure */>}}')).toContain('{{< figure >}}');
  expect(plain('[x]({{< ref "rain.md" >}})')).toBe('[x](/posts/rain)');
});

test('unknown tags leave their content and are named', () => {
  const { text, warnings } = convert({
    body: '{% foo a %}里面{% endfoo %}{% constructor %}',
    mdx: false,
    findPost: () => undefined,
  });
  expect(text).toBe('里面');
  expect(warnings).toEqual(['不认识的标签，只留下其中的文字：foo、constructor']);
});

test('containers of other tools become ours, groups leave their content', () => {
  expect(plain(':::tip[标题]\n内容\n:::')).toBe('::: tip 标题\n内容\n:::');
  expect(plain('::: code-group\n\n```sh [npm]\nnpm i\n```\n\n:::')).toBe('```sh [npm]\nnpm i\n```');
  expect(plain('[[toc]]\n\n正文')).toBe('正文');
});

test('hostile texts are converted in bounded time', () => {
  const texts = [
    '<A '.repeat(20_000),
    '<A>'.repeat(20_000),
    '{% a '.repeat(20_000),
    '`'.repeat(20_001),
    '{{<'.repeat(20_000),
    '<iframe "'.repeat(20_000),
    '<Note>\n'.repeat(2000) + '</Note>\n'.repeat(2000),
  ];
  for (const text of texts) expect(plain(text, true).length).toBeGreaterThan(0);
});
