import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { hasFrontMatter, inParagraphs, isPlainLines } from './markdown-paste.ts';
import { hasFormat, isTooLarge, layOutPaste, takeOutMarkdownPictures, takeOutPictures } from './rich-paste.ts';

test('pictures within the HTML become files; what is none stays', () => {
  const html =
    '<img src="data:image/png;base64,aGk="><img src=\'data:image/svg+xml;base64,aGk=\'><IMG SRC="data:image/jpeg;base64,a?">';
  const { rest, files } = takeOutPictures(html);
  expect(rest).toContain('<img src="pasted:0">');
  expect(rest).toContain('svg+xml');
  expect([...files].map(([name, file]) => [name, file.name, file.type, file.size])).toEqual([
    ['pasted:0', 'image-1.png', 'image/png', 2],
  ]);
});

test('only what has formatting is converted', () => {
  for (const html of [
    '<p>a</p>',
    '<b>a</b>',
    '<img src=x>',
    '<ul><li>a</ul>',
    '<span style="font-weight:700">a</span>',
    '<div>a</div><div>b</div>',
    'a<br>b<br>c',
  ])
    expect(hasFormat(html), html).toBe(true);
  for (const html of [
    '',
    '<meta charset="utf-8"><span style="color:red">a</span>',
    '<body>a<br>b</body>',
    '<blink>a</blink>',
    '<div>a</div>',
  ])
    expect(hasFormat(html), html).toBe(false);
});

test('too large is judged without the pictures within', () => {
  expect(isTooLarge(`<p>${'字'.repeat(1000)}<img src="data:image/png;base64,${'a'.repeat(3_000_000)}">`)).toBe(false);
  expect(isTooLarge(`<p>${'字'.repeat(2_000_000)}`)).toBe(true);
  expect(isTooLarge('<b>'.repeat(30_000))).toBe(true);
});

test('blocks get room around them, words do not; pictures to come leave a gap', () => {
  const state = EditorState.create({ doc: '前后' });
  const place = { from: 1, to: 1 };
  expect(layOutPaste(state, place, '字', new Map())).toMatchObject({ before: '', after: '', pieces: { text: '字' } });
  const file = new File(['x'], 'x.png');
  expect(layOutPaste(state, place, '一\n\n![a](pasted:0)\n\n二', new Map([['pasted:0', file]]))).toEqual({
    before: '\n\n',
    after: '\n\n',
    pieces: { text: '一\n\n\n\n二', pictures: [{ file, offset: 3 }] },
  });
});

test('after a table the caret stands below it, so that what is typed next is no row', () => {
  const state = EditorState.create({ doc: '' });
  const table = '| a | b |\n| - | - |\n| 1 | 2 |';
  expect(layOutPaste(state, { from: 0, to: 0 }, table, new Map())).toMatchObject({ before: '', after: '\n\n' });
  expect(layOutPaste(state, { from: 0, to: 0 }, `${table}\n\n尾`, new Map())).toMatchObject({ after: '' });
});

test('pictures within Markdown become files, those defined at its end are written where they are shown', () => {
  const data = 'data:image/png;base64,aGk=';
  const { rest, files } = takeOutMarkdownPictures(
    `![一](${data}) 字\n\n![二][image1] ![image1]\n\n[链][image1]\n\n[image1]: <${data}>\n[r]: https://a.cn`,
  );
  expect(rest).toBe('![一](pasted:0) 字\n\n![二](pasted:1) ![image1](pasted:1)\n\n[链][image1]\n\n[r]: https://a.cn');
  expect(files.size).toBe(2);
});

test('a file of another blog is known by its fields', () => {
  for (const text of ['---\ntitle: 春\n---\n正文', '+++\ntitle = "春"\n+++\n', '\ufeff---\n"tags": []\n---'])
    expect(hasFrontMatter(text), text).toBe(true);
  for (const text of ['---\n\n正文\n\n---', '---', '正文\n---\na: b\n---', '---\na: b', '---\n一句话\n---'])
    expect(hasFrontMatter(text), text).toBe(false);
});

test('bare lines are told from Markdown, and become paragraphs', () => {
  for (const text of ['一\n二', '地址：杭州\n电话：123\n\n尾']) expect(isPlainLines(text), text).toBe(true);
  for (const text of ['一', '一\n\n二', '- 一\n- 二', '# 题\n文', '一  \n二', '| a |\n| - |', '    a\nb', '1. 一\n二'])
    expect(isPlainLines(text), text).toBe(false);
  expect(inParagraphs('一\n二 \n 三\n\n四')).toBe('一\n\n二\n\n 三\n\n四');
});
