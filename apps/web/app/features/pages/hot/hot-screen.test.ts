import { expect, test } from 'vitest';
import { doubleHour } from './hot-screen.tsx';
import { engineAddress, engines } from './hot-seek.tsx';

test('the query reaches the engine unchanged', () => {
  for (const engine of engines) {
    const address = new URL(engineAddress(engine, 'C++ & 雨 #1 "<b>'));
    expect(address.protocol).toBe('https:');
    expect([...address.searchParams]).toEqual([[engine.param, 'C++ & 雨 #1 "<b>']]);
    expect(address.hash).toBe('');
  }
});

const at = (time: string) => doubleHour(Date.parse(`2026-11-21T${time}+08:00`));

test('the traditional clock has twelve double hours of eight quarters from 23:00', () => {
  expect(at('15:50:00')).toBe('申时 三刻');
  expect(at('15:00:00')).toBe('申时 初刻');
  expect(at('14:59:59')).toBe('未时 七刻');
  expect(at('23:00:00')).toBe('子时 初刻');
  expect(at('00:00:00')).toBe('子时 四刻');
  expect(at('00:59:59')).toBe('子时 七刻');
  expect(at('01:00:00')).toBe('丑时 初刻');
  expect(at('22:59:59')).toBe('亥时 七刻');
});
