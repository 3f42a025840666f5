import { expect, test } from 'vitest';
import { pageAddress } from './address.ts';

const params = ['by', 'id', 'page'];

test.each([
  ['/', '/'],
  ['/archive/', '/archive'],
  ['/tags?page=2&id=3', '/tags?id=3&page=2'],
  ['/?utm_source=x&by=hot', '/?by=hot'],
  ['/?utm_source=x', '/'],
  ['/tags?id=', '/tags'],
  ['/article/1?id=%00<script>', '/article/1?id=%00%3Cscript%3E'],
])('%s is the page %s', (url, address) => {
  expect(pageAddress(url, params)).toBe(address);
});

test('addresses that lead elsewhere or cannot be read are none', () => {
  expect(pageAddress('//evil.example/x', params)).toBeUndefined();
  expect(pageAddress('/%E0%A4%A', params)).toBeUndefined();
  expect(pageAddress('*', params)).toBeUndefined();
});
