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
  expect(at('2024-02-09T12:00:00+08:00')).toEqual({ term: '立春', month: '癸卯年腊月' });
  expect(at('2024-02-10T12:00:00+08:00')).toEqual({ term: '立春', month: '甲辰年正月' });
});

test('the day is the one in China', () => {
  expect(at('2026-11-21T16:30:00Z').term).toBe('小雪');
  expect(at('2026-11-21T15:30:00Z').term).toBe('立冬');
});

test('the browser, which gets the slip from the server, makes no calendar at its start', async () => {
  const calendar = vi.spyOn(Intl, 'DateTimeFormat');
  vi.resetModules();
  const fresh = await import('./choice.ts');
  expect(calendar).not.toHaveBeenCalled();
  fresh.slipOf(0);
  expect(calendar).toHaveBeenCalledWith('zh-u-ca-chinese', expect.anything());
  calendar.mockRestore();
});
