import { expect, test } from 'vitest';
import { withPicture } from './use-composer.ts';

test('the same picture is added once', () => {
  const one = { url: '/files/a.webp', width: 1, height: 1 };
  expect(withPicture([one], { ...one })).toEqual([one]);
  expect(withPicture([], one)).toEqual([one]);
});
