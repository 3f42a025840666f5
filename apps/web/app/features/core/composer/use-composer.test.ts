import { expect, test } from 'vitest';
import { withPicture } from './use-composer.ts';

test('a picture is there once', () => {
  const one = { url: '/files/a.webp', width: 1, height: 1 };
  expect(withPicture([one], { ...one })).toEqual([one]);
  expect(withPicture([], one)).toEqual([one]);
});
