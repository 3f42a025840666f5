import { expect, test } from 'vitest';
import { completeAddress } from './rules.ts';

test.each([
  ['lishuzhuo.example.com', 'https://lishuzhuo.example.com'],
  ['a.example:8080/x?y#z', 'https://a.example:8080/x?y#z'],
  ['例子.中国/关于', 'https://例子.中国/关于'],
])('%s is completed', (typed, whole) => {
  expect(completeAddress(typed)).toBe(whole);
});

test.each([
  '',
  'https://a.example',
  'HTTP://A.example',
  'ftp://a.example',
  'javascript:alert(1.5)',
  'data:text/html,a.b',
  '//a.example',
  '/files/ab/c.webp',
  'me@a.example',
  '一句话。',
  'localhost:3000',
  'a b.example',
  '.example',
])('%j stays as it is', (typed) => {
  expect(completeAddress(typed)).toBe(typed);
});
