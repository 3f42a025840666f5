import { expect, test } from 'vitest';
import { homeAddress, readHomeChoice } from './choice.ts';

const read = (query: string) => readHomeChoice(new URLSearchParams(query));

test('an address is read and written alike', () => {
  for (const address of ['/', '/?by=hot', '/?category=3', '/?by=hot&page=2', '/?category=3&page=9'])
    expect(homeAddress(read(address.slice(1)))).toBe(address);
});

test('an invalid address is not found', () => {
  for (const query of ['page=0', 'page=x', 'category=-1', 'category=99999999999', 'page=1.5'])
    expect(() => read(query)).toThrow('内容不存在');
});
