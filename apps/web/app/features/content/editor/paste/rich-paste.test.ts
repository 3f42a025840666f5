import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { hasFormat, isTooLarge, layOutPaste, takeOutPictures } from './rich-paste.ts';

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
  ])
    expect(hasFormat(html), html).toBe(true);
  for (const html of [
    '',
    '<meta charset="utf-8"><span style="color:red">a</span>',
    '<body>a<br>b</body>',
    '<blink>a</blink>',
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
