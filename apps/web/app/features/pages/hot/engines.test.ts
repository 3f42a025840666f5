import { expect, test } from 'vitest';
import { engines, searchAddress } from './engines.ts';

test('words reach the engine as they were written', () => {
  for (const engine of engines) {
    const address = new URL(searchAddress(engine, 'C++ & 雨 #1 "<b>'));
    expect(address.protocol).toBe('https:');
    expect([...address.searchParams]).toEqual([[engine.param, 'C++ & 雨 #1 "<b>']]);
    expect(address.hash).toBe('');
  }
});
