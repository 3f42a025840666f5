import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainAddress } from './client-address.ts';
import { addressKey } from './limits/limits.ts';

const port = fc.integer({ min: 0, max: 65_535 });

test('an IPv4 address is one address in all spellings of proxies', () => {
  fc.assert(
    fc.property(fc.ipV4(), port, (address, at) => {
      const spellings = [address, ` ${address}\t`, `${address}:${at}`, `"${address}:${at}"`, `[${address}]:${at}`];
      const mapped = [`::ffff:${address}`, `::FFFF:${address}`, `[::ffff:${address}]:${at}`, `"[::ffff:${address}]"`];
      expect(new Set([...spellings, ...mapped].map(plainAddress))).toEqual(new Set([address]));
    }),
  );
});

test('an IPv6 address is one address in all spellings of proxies', () => {
  fc.assert(
    fc.property(fc.ipV6(), port, fc.stringMatching(/^[a-z0-9]{1,12}$/), (address, at, zone) => {
      const plain = plainAddress(address);
      expect(plain).toBeDefined();
      const spellings = [
        address.toUpperCase(),
        `[${address}]`,
        `[${address}]:${at}`,
        `"[${address}]:${at}"`,
        ` ${address} `,
      ];
      const zoned = [`${address}%${zone}`, `[${address}%${zone}]:${at}`];
      expect(new Set([...spellings, ...zoned, plain ?? ''].map(plainAddress))).toEqual(new Set([plain]));
    }),
  );
});

test.each([
  ['2001:db8:1:2:3:4:5:6:1234', '2001:db8:1:2:3:4:5:6'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['::ffff:c633:4d02', '198.51.77.2'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is %s', (written, plain) => expect(plainAddress(written)).toBe(plain));

test('what names no address is none, however it is written', () => {
  const rubbish = [
    '',
    '-',
    'unknown',
    '_hidden',
    '_gazonk:80',
    'localhost:80',
    '1.2.3',
    '1.2.3.4.5',
    '999.1.1.1',
    '[',
    '[]:1',
  ];
  for (const written of [...rubbish, '1.2.3.4, 5.6.7.8', '1.2.3.4:', ':80', '::1]:80', `1.2.3.4${' '.repeat(99)}`])
    expect([written, plainAddress(written)]).toEqual([written, undefined]);
  fc.assert(
    fc.property(fc.string(), (written) => {
      const plain = plainAddress(written);
      expect(plain === undefined || plainAddress(plain) === plain).toBe(true);
      expect(addressKey(written).length).toBeLessThanOrEqual(Math.max(written.length, 40));
    }),
  );
});

test('only one function reads what a proxy says of the address', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const product = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const readers = product.filter((file) =>
    /\b(?:request|raw)\.ip\b|\{[^}]*\bip\b[^}]*\}/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(readers).toEqual(['platform/client-address.ts']);
});
