import { expect, test, vi } from 'vitest';
import { homeAddress, readHomeChoice, slipOf } from './choice.ts';

const read = (query: string) => readHomeChoice(new URLSearchParams(query));

test('an address is read and written alike', () => {
  for (const address of ['/', '/?by=hot', '/?category=3', '/?by=hot&page=2', '/?category=3&page=9'])
    expect(homeAddress(read(address.slice(1)))).toBe(address);
});

test('an invalid address is not found', () => {
  for (const query of ['page=0', 'page=x', 'category=-1', 'category=99999999999', 'page=1.5'])
    expect(() => read(query)).toThrow('内容不存在');
});

const at = (time: string) => slipOf(Date.parse(time));

test('the slip names the solar term and the lunar month', () => {
  expect(at('2026-11-22T12:00:00+08:00')).toEqual({ term: '小雪', month: '丙午年十月' });
  expect(at('2026-02-16T12:00:00+08:00')).toEqual({ term: '立春', month: '乙巳年腊月' });
  expect(at('2026-02-17T12:00:00+08:00')).toEqual({ term: '立春', month: '丙午年正月' });
});

test('a year begins on its own day, also where Intl is a day off', () => {
  expect(at('2027-02-05T23:59:00+08:00').month).toBe('丙午年腊月');
  expect(at('2027-02-06T00:00:00+08:00').month).toBe('丁未年正月');
  expect(at('2030-02-02T12:00:00+08:00').month).toBe('己酉年腊月');
  expect(at('2025-08-01T12:00:00+08:00').month).toBe('乙巳年闰六月');
});

test('the slip is made without Intl, whose first calendar takes 20 ms', () => {
  const calendar = vi.spyOn(Intl, 'DateTimeFormat');
  slipOf(Date.now());
  expect(calendar).not.toHaveBeenCalled();
  calendar.mockRestore();
});

test('the day is the one in China', () => {
  expect(at('2026-11-21T16:30:00Z').term).toBe('小雪');
  expect(at('2026-11-21T15:30:00Z').term).toBe('立冬');
});
