import { expect, test } from 'vitest';
import { earlyKeys } from './extensions.ts';
import { toolKeys } from './markdown-typing.ts';

test('every command key, Tab too, is kept while its command is being loaded', () => {
  const commands = toolKeys.flatMap(({ key = '' }) => (key === 'Enter' ? [] : key));
  expect(earlyKeys.toSorted()).toEqual(commands.toSorted());
});
