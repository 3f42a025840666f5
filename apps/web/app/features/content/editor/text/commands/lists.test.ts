import { expect, test } from 'vitest';
import { continueList, indentItems, outdentItems } from './lists.ts';
import { tried } from './try-command.ts';

test('Enter goes on with the list that the line is in', () => {
  expect(tried(continueList, '- 一‸')).toBe('- 一\n- ‸');
  expect(tried(continueList, '* 一‸二')).toBe('* 一\n* ‸二');
  expect(tried(continueList, '9. 九‸')).toBe('9. 九\n10. ‸');
  expect(tried(continueList, '1) 一‸')).toBe('1) 一\n2) ‸');
  expect(tried(continueList, '- [x] 做完‸')).toBe('- [x] 做完\n- [ ] ‸');
  expect(tried(continueList, '  - 里‸')).toBe('  - 里\n  - ‸');
  expect(tried(continueList, '> 引‸')).toBe('> 引\n> ‸');
  expect(tried(continueList, '> - 引‸')).toBe('> - 引\n> - ‸');
});

test('the numbers that follow count on, those of other lists do not', () => {
  expect(tried(continueList, '1. 一‸\n2. 二\n   - 里\n3. 三\n\n7. 七')).toBe(
    '1. 一\n2. ‸\n3. 二\n   - 里\n4. 三\n\n7. 七',
  );
});

test('Enter in an item without words ends it, one level at a time', () => {
  expect(tried(continueList, '- 一\n- ‸')).toBe('- 一\n‸');
  expect(tried(continueList, '- 一\n  - ‸')).toBe('- 一\n- ‸');
  expect(tried(continueList, '1. 一\n   - ‸')).toBe('1. 一\n2. ‸');
  expect(tried(continueList, '- [ ] 一\n- [ ] ‸')).toBe('- [ ] 一\n‸');
  expect(tried(continueList, '> 引\n> ‸')).toBe('> 引\n‸');
  expect(tried(continueList, '> > 深\n> > ‸')).toBe('> > 深\n>‸');
});

test('Enter elsewhere is left to the browser', () => {
  for (const text of ['一‸', '‸', '‸- 一', '```\n- 一‸\n```', '    - 码‸', '⟦- 一⟧', '- 一‸\n- 二‸', '-‸', '---‸'])
    expect(tried(continueList, text), text).toBe(text === '-‸' ? '‸' : undefined);
});

test('Tab moves items in below the one above, Shift Tab out again, numbers begin and go on', () => {
  expect(tried(indentItems, '- 一\n- 二‸')).toBe('- 一\n  - 二‸');
  expect(tried(outdentItems, '- 一\n  - 二‸')).toBe('- 一\n- 二‸');
  expect(tried(indentItems, '1. 一\n2. 二‸')).toBe('1. 一\n   1. 二‸');
  expect(tried(outdentItems, '1. 一\n   1. 二‸')).toBe('1. 一\n2. 二‸');
  expect(tried(indentItems, '- 一\n⟦- 二\n- 三⟧')).toBe('- 一\n⟦  - 二\n  - 三⟧'.replace('⟦  ', '  ⟦'));
  expect(tried(indentItems, '- 一‸')).toBe('- 一‸');
  expect(tried(outdentItems, '- 一‸')).toBe('- 一‸');
});

test('Tab outside of lists moves the focus', () => {
  expect(tried(indentItems, '一‸')).toBeUndefined();
  expect(tried(indentItems, '```\n- 一‸\n```')).toBeUndefined();
});
