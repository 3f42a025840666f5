import { renderMarkdown } from '@mojian/markdown';
import { expect, test } from 'vitest';
import { setHeading, setList, toggleQuote } from './blocks.ts';
import { continueList, indentItems, outdentItems } from './lists.ts';
import { runCommand } from './try-command.ts';

test('Enter goes on with the list that the line is in', () => {
  expect(runCommand(continueList, '- 一‸')).toBe('- 一\n- ‸');
  expect(runCommand(continueList, '* 一‸二')).toBe('* 一\n* ‸二');
  expect(runCommand(continueList, '9. 九‸')).toBe('9. 九\n10. ‸');
  expect(runCommand(continueList, '1) 一‸')).toBe('1) 一\n2) ‸');
  expect(runCommand(continueList, '- [x] 做完‸')).toBe('- [x] 做完\n- [ ] ‸');
  expect(runCommand(continueList, '  - 里‸')).toBe('  - 里\n  - ‸');
  expect(runCommand(continueList, '> 引‸')).toBe('> 引\n> ‸');
  expect(runCommand(continueList, '> - 引‸')).toBe('> - 引\n> - ‸');
});

test('the numbers that follow count on, those of other lists do not', () => {
  expect(runCommand(continueList, '1. 一‸\n2. 二\n   - 里\n3. 三\n\n7. 七')).toBe(
    '1. 一\n2. ‸\n3. 二\n   - 里\n4. 三\n\n7. 七',
  );
});

test('Enter in an item without words ends it, one level at a time', () => {
  expect(runCommand(continueList, '- 一\n- ‸')).toBe('- 一\n\n‸');
  expect(runCommand(continueList, '- 一\n  - ‸')).toBe('- 一\n- ‸');
  expect(runCommand(continueList, '1. 一\n   - ‸')).toBe('1. 一\n2. ‸');
  expect(runCommand(continueList, '- [ ] 一\n- [ ] ‸')).toBe('- [ ] 一\n\n‸');
  expect(runCommand(continueList, '> 引\n> ‸')).toBe('> 引\n\n‸');
  expect(runCommand(continueList, '> > 深\n> > ‸')).toBe('> > 深\n>\n> ‸');
  expect(runCommand(continueList, '> - 引\n> - ‸')).toBe('> - 引\n>\n> ‸');
  expect(runCommand(continueList, '> 引\n>\n> ‸')).toBe('> 引\n>\n‸');
  expect(runCommand(continueList, '1. 一\n2. ‸\n3. 三')).toBe('1. 一\n\n‸\n\n3. 三');
});

/** Types a text with Enter for each `⏎`. */
function typed(keys: string): string {
  return [...keys].reduce((text, key) => {
    if (key === '⏎') return runCommand(continueList, text) ?? text.replace('‸', '\n‸');
    return text.replace('‸', `${key}‸`);
  }, '‸');
}

test.each([
  '- 项⏎二⏎⏎后文',
  '* 项⏎二⏎⏎后文',
  '1. 项⏎二⏎⏎后文',
  '- [ ] 项⏎二⏎⏎后文',
  '> 引⏎⏎后文',
  '前⏎⏎> 引⏎二⏎⏎后文',
  '> - 引⏎二⏎⏎⏎后文',
  '> > 深⏎⏎⏎后文',
  '- 项⏎⏎后文⏎⏎> 引⏎⏎后文',
])('%s: the last paragraph is outside', async (keys) => {
  expect((await renderMarkdown(typed(keys).replace('‸', ''))).html).toMatch(
    /<\/(?:ul|ol|blockquote)>\n<p>后文<\/p>\n$/,
  );
});

test.each([
  [setList('bullet'), '- 一\n- 二‸'],
  [setList('number'), '1. 一\n2. 二‸\n3. 三'],
  [setList('task'), '- [ ] 一\n- [ ] 二‸'],
  [setHeading(0), '- 一\n- 二‸'],
  [toggleQuote, '> 一\n> 二‸'],
  [toggleQuote, '> 一\n> 二‸\n> 三'],
])('a line taken out of its list or quote is a paragraph of its own', async (command, source) => {
  const after = runCommand(command, source)?.replace('‸', '') ?? '';
  expect((await renderMarkdown(after)).html).toMatch(/<\/(?:ul|ol|blockquote)>\n<p>二<\/p>\n(?:<|$)/);
});

test('Enter elsewhere is left to the browser', () => {
  for (const text of [
    '一‸',
    '‸',
    '‸- 一',
    '```\n- 一‸\n```',
    '    - 码‸',
    '⟦- 一⟧',
    '- 一‸\n- 二‸',
    '-‸',
    '---‸',
    '3.‸',
    '1990.‸',
    '2026. ‸',
  ])
    expect(runCommand(continueList, text), text).toBe(text === '-‸' ? '‸' : undefined);
});

test('Tab moves items in below the one above, Shift Tab out again, numbers begin and go on', () => {
  expect(runCommand(indentItems, '- 一\n- 二‸')).toBe('- 一\n  - 二‸');
  expect(runCommand(outdentItems, '- 一\n  - 二‸')).toBe('- 一\n- 二‸');
  expect(runCommand(indentItems, '1. 一\n2. 二‸')).toBe('1. 一\n   1. 二‸');
  expect(runCommand(outdentItems, '1. 一\n   1. 二‸')).toBe('1. 一\n2. 二‸');
  expect(runCommand(indentItems, '- 一\n⟦- 二\n- 三⟧')).toBe('- 一\n⟦  - 二\n  - 三⟧'.replace('⟦  ', '  ⟦'));
  expect(runCommand(indentItems, '- 一‸')).toBe('- 一‸');
  expect(runCommand(outdentItems, '- 一‸')).toBe('- 一‸');
});

test('Tab outside of lists moves the focus', () => {
  expect(runCommand(indentItems, '一‸')).toBeUndefined();
  expect(runCommand(indentItems, '```\n- 一‸\n```')).toBeUndefined();
});
