import { renderMarkdown } from '@mojian/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMark, marks, toggleMark } from './marks.ts';
import { runCommand, stateOf } from './try-command.ts';

const there: [name: keyof typeof marks, before: string, after: string][] = [
  ['bold', '夜里⟦检修⟧一座桥', '夜里**⟦检修⟧**一座桥'],
  ['bold', '⟦ 检修 ⟧', ' **⟦检修⟧** '],
  ['italic', '⟦one⟧ two', '*⟦one⟧* two'],
  ['strike', '⟦旧的⟧', '~~⟦旧的⟧~~'],
  ['marked', '⟦要紧⟧', '==⟦要紧⟧=='],
  ['code', '⟦npm i⟧', '`⟦npm i⟧`'],
  ['formula', '⟦a^2⟧', '$⟦a^2⟧$'],
  ['bold', '- ⟦一\n- 二⟧', '- **⟦一**\n- **二⟧**'],
  ['bold', '⟦> 引\n\n## 题⟧', '> **⟦引**\n\n## **题⟧**'],
  ['bold', '⟦- [x] 做完⟧', '- [x] **⟦做完⟧**'],
  ['bold', '⟦一⟧ ⟦二⟧', '**⟦一⟧** **⟦二⟧**'],
  ['italic', '⟦**粗**⟧', '*⟦**粗**⟧*'],
];
test.each(there)('%s is put on and taken off again: %s', (name, before, after) => {
  expect(runCommand(toggleMark(marks[name]), before)).toBe(after);
  expect(runCommand(toggleMark(marks[name]), after)?.replace(/^ ⟦(.*)⟧ $/, '⟦ $1 ⟧')).toBe(trimmed(before));
});

/** Selection without white space and line markers. */
function trimmed(before: string) {
  return before
    .replace('⟦> 引', '> ⟦引')
    .replace('⟦- [x] ', '- [x] ⟦')
    .replace(/^- ⟦一\n/, '- ⟦一\n');
}

test('an empty pair waits for words, and goes if they do not come', () => {
  expect(runCommand(toggleMark(marks.bold), '‸')).toBe('**‸**');
  expect(runCommand(toggleMark(marks.bold), '**‸**')).toBe('‸');
  expect(runCommand(toggleMark(marks.italic), '字‸')).toBe('字*‸*');
});

test('at the caret a foreign word is taken whole, and the marks around it are taken off from anywhere within', () => {
  expect(runCommand(toggleMark(marks.bold), 'use Re‸act now')).toBe('use **Re‸act** now');
  expect(runCommand(toggleMark(marks.bold), 'use **Re‸act** now')).toBe('use Re‸act now');
  expect(runCommand(toggleMark(marks.bold), '说**可‸以了**。')).toBe('说可‸以了。');
});

test('at the end of marked words the caret leaves them', () => {
  expect(runCommand(toggleMark(marks.bold), '**可以了‸**。')).toBe('**可以了**‸。');
});

test('a partly marked selection becomes wholly marked', () => {
  expect(runCommand(toggleMark(marks.bold), '⟦一**二**三⟧')).toBe('**⟦一二三⟧**');
});

test('code with a backtick has two around it', () => {
  expect(runCommand(toggleMark(marks.code), '⟦a`b⟧')).toBe('``⟦a`b⟧``');
});

test('emphasis beside Chinese is known without spaces, as on the published page', () => {
  expect(hasMark(stateOf('**强‸调。**后文'), { from: 3, to: 3 }, marks.bold)).toBe(true);
  expect(hasMark(stateOf('他说**“对”**。'), { from: 5, to: 6 }, marks.bold)).toBe(true);
  expect(hasMark(stateOf('a_b_c'), { from: 2, to: 2 }, marks.italic)).toBe(false);
  expect(hasMark(stateOf('```\n**x**\n```'), { from: 6, to: 6 }, marks.bold)).toBe(false);
});

test('blank lines alone are left as they are, and line breaks of Windows do not shift anything', () => {
  expect(runCommand(toggleMark(marks.bold), '⟦\n\n⟧')).toBe('⟦\n\n⟧');
  expect(runCommand(toggleMark(marks.bold), '一\r\n⟦二⟧\r\n三')).toBe('一\n**⟦二⟧**\n三');
});

const characters = [
  ...'中文字重点强调あ한𠮷かABcdé1234',
  ...'，。！？；：、（）「」《》【】“”‘’·～',
  ...'!?.,;:()"%/+-@#&',
  '……',
  '——',
  ' ',
];

test('any words selected in any text are shown as the button says, and twice is as before', {
  timeout: 240_000,
}, async () => {
  const shown = { bold: 'strong', italic: 'em', strike: 's', marked: 'mark' } as const;
  const piece = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((pieces) => pieces.join(''));
  const words = piece(1, 6).filter((text) => text === text.trim() && !/^ | $/.test(text));
  const name = fc.constantFrom(...(Object.keys(shown) as (keyof typeof shown)[]));
  await fc.assert(
    fc.asyncProperty(name, piece(0, 5), words, piece(0, 5), async (name, before, selected, after) => {
      const source = `文${before}⟦${selected}⟧${after}`;
      if (/www\.|@/i.test(source)) return; // addresses
      const marked = runCommand(toggleMark(marks[name]), source) ?? '';
      const { html } = await renderMarkdown(marked.replace(/[⟦⟧]/g, ''));
      const text = selected.replaceAll('&', '&amp;');
      expect(html, marked).toContain(`<${shown[name]}>${text}</${shown[name]}>`);
      expect(runCommand(toggleMark(marks[name]), marked)).toBe(source);
    }),
    { numRuns: 3000 },
  );
});
