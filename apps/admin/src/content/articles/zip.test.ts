import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

/** Reads the names from the directory at the end of a zip, as unpackers do. */
function read(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.toString('latin1', local, local + 4)).toBe('PK\x03\x04');
    expect(zip.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name);
    const start = local + 30 + nameLength;
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes));
    at += 46 + nameLength;
    return [name, bytes.toString()];
  });
}

test('zipped files unpack with names and texts in any language', async () => {
  const files = [
    { name: '1-春天.md', text: '雨水。' },
    { name: 'b.md', text: '' },
  ];
  expect(read(Buffer.from(await zipOf(files).arrayBuffer()))).toEqual(files.map(({ name, text }) => [name, text]));
});
