import { expect, test } from 'vitest';
import { readRedirectFile, writeRedirects } from './redirect-files.ts';

const pairs = (text: string) =>
  readRedirectFile(text).map(({ from, to, reason }) => [from, to, ...(reason ? ['✗'] : [])]);

test('a CSV is read with or without a heading, quoted, in any separator', () => {
  const expected = [
    ['/a', '/b'],
    ['/c,d', '/e'],
  ];
  for (const text of [
    'from,to\r\n/a,/b\r\n"/c,d",/e\r\n',
    '\ufeff"旧地址","新地址"\n"/a","/b"\n\n"/c,d","/e"',
    'from\tto\n/a\t/b\n/c,d\t/e',
    '/a;/b;3\n/c,d;/e;0\n;;',
  ])
    expect(pairs(text), text).toEqual(expected);
  expect(readRedirectFile('from,to\n"/a\nb","say ""x"""\n/only\n')).toEqual([
    { line: 2, from: '/a\nb', to: 'say "x"', reason: '' },
    { line: 4, from: '/only', to: '', reason: '这一行缺少新地址' },
  ]);
});

test('single addresses of Ghost’s files are read; patterns are reported', () => {
  const json = JSON.stringify([
    { from: '^/old/?$', to: '/new', permanent: true },
    { from: '^\\/2024\\/rain\\.html$', to: '/rain' },
    { from: '/\\?p=12', to: '/rain' },
    { from: '/plain/', to: 'https://elsewhere.example/' },
    { from: '^/(.*)/amp$', to: '/$1' },
    { from: '/tag/[a-z]+', to: '/tags' },
    { from: 3 },
  ]);
  expect(pairs(json)).toEqual([
    ['/old/', '/new'],
    ['/2024/rain.html', '/rain'],
    ['/?p=12', '/rain'],
    ['/plain/', 'https://elsewhere.example/'],
    ['^/(.*)/amp$', '/$1', '✗'],
    ['/tag/[a-z]+', '/tags', '✗'],
    ['', '', '✗'],
  ]);
  expect(pairs('301:\n  /old/: /new\n  ^\\/posts\\/(\\d+)$: /$1\n\n302:\n  /x: /y\n')).toEqual([
    ['/old/', '/new'],
    ['^\\/posts\\/(\\d+)$', '/$1', '✗'],
    ['/x', '/y'],
  ]);
});

test('written files are readable again, also by a spreadsheet, without formulas', () => {
  const redirects = [
    { path: '/2024/雨', target: '/article/7' },
    { path: '/?p=12', target: '/article/7' },
    { path: '/a.b+c(d)', target: 'https://elsewhere.example/?x=1' },
    { path: '/"q",=1+1', target: '/say' },
  ];
  const expected = redirects.map(({ path, target }) => [path, target]);
  for (const format of ['csv', 'json', 'yaml'] as const) {
    const read = pairs(writeRedirects(format, redirects)).map(([from = '', ...rest]) => [
      from.replace(/\/$/, ''),
      ...rest,
    ]);
    expect(read, format).toEqual(expected);
    expect(pairs(writeRedirects(format, []))).toEqual([]);
  }
  const csv = writeRedirects('csv', [{ path: '=cmd()', target: '+1' }]);
  expect(csv).toContain('"\'=cmd()","\'+1"');
});

test('broken, foreign and oversized files are refused in one line', () => {
  expect(() => readRedirectFile('')).toThrow('文件是空的');
  expect(() => readRedirectFile('[{"from":"/a"')).toThrow('不是完整的 JSON');
  expect(() => readRedirectFile('{"a":1}')).toThrow('最外层须是一个列表');
  expect(() => readRedirectFile('301:\n  a: [')).toThrow('不是完整的 YAML');
  expect(() => readRedirectFile('/a,/b\n'.repeat(10_001))).toThrow('一次最多 10000 条');
  const begun = performance.now();
  expect(readRedirectFile(`"${'x""'.repeat(1_000_000)}`)).toHaveLength(1);
  expect(readRedirectFile(`"${'x\n'.repeat(1_000_000)}",/b`)).toHaveLength(1);
  expect(performance.now() - begun).toBeLessThan(5000);
});
