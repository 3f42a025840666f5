import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressChange, readFormerOrigin } from './site-address.ts';

const to = 'https://new.example.com';
const { find, replace } = addressChange('https://old.example.com', to);

test.each([
  ['https://old.example.com/article/1', `${to}/article/1`],
  ['http://old.example.com/a?b=1#c', `${to}/a?b=1#c`],
  ['HTTPS://Old.Example.Com', to],
  ['//old.example.com/files/a.webp', `${to}/files/a.webp`],
  ['[x](https://old.example.com) 与 <https://old.example.com>。', `[x](${to}) 与 <${to}>。`],
  ['见 https://old.example.com.', `见 ${to}.`],
  [
    'https://share.example/?u=https%3A%2F%2Fold.example.com%2Fa',
    `https://share.example/?u=${encodeURIComponent(to)}%2Fa`,
  ],
  [String.raw`{"a":"https://old.example.com\nx"}`, String.raw`{"a":"${to}\nx"}`],
])('%s becomes %s', (before, after) => {
  expect(replace(before)).toBe(after);
  expect(find(before)).toHaveLength(1);
});

test.each([
  'https://old.example.com.cn/',
  'https://old.example.community',
  'https://old.example.com:8080/',
  'https://my.old.example.com/',
  'https://old.example.com@evil.example/',
  'https://evil.example/old.example.com',
  'https://evil.example//old.example.com/',
  'me@old.example.com',
  'old.example.com',
  'ftp://old.example.com/',
  '/article/1',
])('%s stays', (text) => {
  expect(replace(text)).toBe(text);
  expect(find(text)).toEqual([]);
});

test('a host with a port, in brackets or with letters of its own is found in each spelling', () => {
  expect(addressChange('http://127.0.0.1:5181', to).replace('http://127.0.0.1:5181/a http://127.0.0.1:51810/')).toBe(
    `${to}/a http://127.0.0.1:51810/`,
  );
  const chinese = addressChange('https://xn--fsqu00a.xn--fiqs8s', to);
  expect(chinese.replace('https://例子.中国/a https://xn--fsqu00a.xn--fiqs8s/b')).toBe(`${to}/a ${to}/b`);
  expect(addressChange('http://[2001:db8::1]:80', to).replace('http://[2001:db8::1]/a')).toBe(`${to}/a`);
});

test('a change is undone by the opposite one, and done twice it changes nothing more', () => {
  const back = addressChange(to, 'https://old.example.com');
  fc.assert(
    fc.property(fc.string(), fc.webPath(), fc.string(), (before, path, after) => {
      const text = `${before} https://old.example.com${path} ${after}`;
      expect(replace(replace(text))).toBe(replace(text));
      expect(back.replace(replace(text))).toBe(text);
    }),
  );
});

test('a long text takes time in proportion to its length', () => {
  for (const part of ['https://old.example.co', '//', 'https%3a%2f%2f', 'https://old.example.com/'])
    expect(replace(part.repeat(200_000)).length).toBeGreaterThan(0);
});

test.each([
  ['old.example.com', 'https://old.example.com'],
  [' https://old.example.com/blog?x ', 'https://old.example.com'],
  ['http://127.0.0.1:5181', 'http://127.0.0.1:5181'],
  ['localhost:3000', 'https://localhost:3000'],
  ['例子.中国', 'https://xn--fsqu00a.xn--fiqs8s'],
  ['', undefined],
  ['old', undefined],
  ['ftp://old.example.com', undefined],
  ['me@old.example.com', undefined],
  ['https://me:secret@old.example.com', undefined],
])('%j is read as %s', (written, origin) => expect(readFormerOrigin(written)).toBe(origin));
