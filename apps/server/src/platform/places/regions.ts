import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIPv4 } from 'node:net';

// CommonJS resolution: the package has its tables beside its code
const require = createRequire(import.meta.url);

/**
 * Region of an IP address as the tables of ip2region name it: a country, in China followed by the province, for IPv6 by
 * more; '' for none. The tables are searched on disk, some 20 short reads each: the package's own code would keep 11 MB
 * of them in memory. Throws if the address is invalid or the tables are missing.
 */
export function regionOf(address: string): string {
  if (isIPv4(address)) return regionOfIPv4(numberOf(address));
  const groups = groupsOf(address);
  const inside = ipv4Inside(groups);
  return inside === undefined ? regionOfIPv6(groups) : regionOfIPv4(inside);
}

function numberOf(address: string) {
  return address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string) {
  const { hostname } = new URL(`http://[${address}]`); // writes an IPv4 tail as two groups
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half ? half.split(':').map((group) => Number.parseInt(group, 16)) : []));
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** The IPv4 address that an IPv6 one stands for: mapped, 6to4 (RFC 3056), Teredo (RFC 4380) or ISATAP (RFC 5214). */
function ipv4Inside([a = 0, b = 0, c = 0, d = 0, , f = 0, g = 0, h = 0]: number[]) {
  const low = g * 65536 + h;
  if (a === 0 && b === 0 && c === 0 && d === 0) return low;
  if (a === 0x2002) return b * 65536 + c;
  if (a === 0x2001 && b === 0) return 0xffffffff - low;
  return f === 0x5efe ? low : undefined;
}

/** Opens a table; reads `length` bytes of it at `position`, fewer at its end. */
function openTable(name: string) {
  const file = openSync(require.resolve(`ip2region/data/${name}`), 'r');
  return (position: number, length: number) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, position));
  };
}

type Table = ReturnType<typeof openTable>;
let ipv4: Table | undefined;
let ipv6: Table | undefined;

/** Position of the last of `count` rows that `isAfter` does not place after the address. */
function search(count: number, isAfter: (row: number) => boolean) {
  let [low, high] = [0, count];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * Searches ip2region.db: the positions of its first and last row; rows of first address, last address and text, 4 bytes
 * each, the text's length in the highest byte. Text: city number, then `country|area|province|city|network`, 0 for
 * unknown.
 */
function regionOfIPv4(address: number) {
  ipv4 ??= openTable('ip2region.db');
  const table = ipv4;
  const head = table(0, 8);
  const [first, last] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  const row = search((last - first) / 12 + 1, (at) => table(first + at * 12, 4).readUInt32LE(0) > address);
  const text = table(first + row * 12 + 8, 4).readUInt32LE(0);
  const [country = '', , province = ''] = table((text & 0xffffff) + 4, (text >>> 24) - 4)
    .toString()
    .split('|')
    .map((word) => (word === '0' ? '' : word));
  return country === '中国' ? country + province : country;
}

/**
 * Searches ipv6wry.db: from byte 6 the size of a position, from 8 the number of rows, from 16 the position of the first;
 * rows of the first half of an address and the text's position. A text that begins with 1 or 2 stands at the position
 * that follows.
 */
function regionOfIPv6(groups: number[]) {
  ipv6 ??= openTable('ipv6wry.db');
  const table = ipv6;
  const head = table(0, 24);
  const [size, count, first] = [head.readInt8(6), Number(head.readBigInt64LE(8)), Number(head.readBigInt64LE(16))];
  const half = groups.slice(0, 4).reduce((sum, group) => sum * 65536n + BigInt(group), 0n);
  const row = search(count, (at) => table(first + at * (8 + size), 8).readBigUInt64LE(0) > half);
  let text = table(table(first + row * (8 + size) + 8, size).readUIntLE(0, size), longestText);
  while (text[0] === 1 || text[0] === 2) text = table(text.readUIntLE(1, size), longestText);
  return text.toString('utf8', 0, text.indexOf(0)).replace(/\s/g, '');
}

/** Bytes within which a text of ipv6wry.db ends. */
const longestText = 256;
