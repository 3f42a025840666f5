import { expect, test } from 'vitest';
import { pickOther } from './links-screen.tsx';

test('a random choice differs from the last one', () => {
  for (const chance of [0, 0.3, 0.5, 0.999]) {
    expect(['a', 'c']).toContain(pickOther(['a', 'b', 'c'], 'b', chance));
    expect(pickOther(['a'], 'a', chance)).toBe('a');
  }
  expect(pickOther([], '', 0.5)).toBe('');
});
