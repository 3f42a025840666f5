import { createRequire } from 'node:module';
import { assert, nat, oneof, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from './places.ts';
import { regionOf } from './regions.ts';

test.each([
  ['61.135.169.125', '北京'],
  ['120.24.78.68', '广东'],
  ['2400:3200::1', '浙江'],
  ['240e:47d:c20:1627:30a3:ba0d:a5e6:ec19', '广东'],
  ['2001:da8::1', '北京'],
  ['2408:8000::1', '中国'],
  ['202.40.217.1', '中国香港'],
  ['2404:c800::', '中国香港'],
  ['202.175.3.3', '中国澳门'],
  ['168.95.1.1', '中国台湾'],
  ['2001:b000::1', '中国台湾'],
  ['8.8.8.8', '美国'],
  ['::ffff:120.24.78.68', '广东'],
  ['::FFFF:7818:4e44', '广东'],
  ['2002:7818:4e44::1', '广东'],
])('%s is in %s', async (address, place) => {
  expect(await placeOf(address)).toBe(place);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.9',
  '192.168.1.1',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '2001:db8::1',
  '',
  'localhost',
  '1.2.3',
  '999.1.1.1',
  '120.24.78.68, 8.8.8.8',
  '120.24.78.68:443',
  'x'.repeat(100_000),
  '\u0000',
])('%.40s is nowhere', async (address) => {
  expect(await placeOf(address)).toBe('');
});

test('the tables on disk say what the package says of them in memory', () => {
  const known = readerOfThePackage();
  const byte = nat(255);
  const group = nat(65535).map((value) => value.toString(16));
  const ipv4 = tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
  const address = oneof(
    ipv4,
    tuple(byte, group, group).map(([a, b, c]) => `24${(a | 16).toString(16)}:${b}:${c}::`),
    tuple(group, group, group).map(([a, b, c]) => `2001:${a}:${b}:${c}:1:2:3:4`),
    tuple(group, group).map(([a, b]) => `2002:${a}:${b}::1`),
    tuple(group, group).map(([a, b]) => `2001:0:1:2::${a}:${b}`),
    ipv4.map((inside) => `::ffff:${inside}`),
    ipv4.map((inside) => `2001:db8::5efe:${inside}`),
  );
  assert(
    property(address, (one) => {
      expect(regionOf(one)).toBe(known(one));
    }),
    { numRuns: 2000 },
  );
});

function readerOfThePackage() {
  // CommonJS with a default export: loaders disagree about its import
  const { default: Regions } = createRequire(import.meta.url)('ip2region') as typeof import('ip2region');
  const regions = new Regions();
  return (address: string) => {
    const found = regions.searchRaw(address);
    if (!found) return '';
    if ('data' in found) return found.data;
    return found.country === '中国' ? found.country + found.province : found.country;
  };
}
