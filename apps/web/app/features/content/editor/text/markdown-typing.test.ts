import { expect, test } from 'vitest';
import { earlyKeys } from './extensions.ts';
import { toolKeys } from './markdown-typing.ts';

test('every command key is kept while its command is being loaded', () => {
  const commands = toolKeys.flatMap(({ key = '' }) => (key.startsWith('Mod-') ? key : []));
  expect(earlyKeys.toSorted()).toEqual(commands.toSorted());
});
