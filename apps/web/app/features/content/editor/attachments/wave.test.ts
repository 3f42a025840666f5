import { expect, test } from 'vitest';
import { findWave } from './wave.ts';

test('a recording is drawn from its loudness: silence as nothing, the loudest part as the highest bar', () => {
  const samples = Float32Array.from({ length: 12_000 }, (_, at) => (at < 6000 ? 0.1 : 0.4) * (at % 2 ? 1 : -1));
  expect(findWave(samples)).toBe('9'.repeat(60) + 'z'.repeat(60));
  expect(findWave(new Float32Array(5000))).toBe('');
  expect(findWave(new Float32Array(0))).toBe('');
  expect(findWave(Float32Array.of(1, 0.5))).toBe('zi');
});
