import { inflateRawSync } from 'node:zlib';

/** The files of a zip, by name, as text. Reads the directory at its end, as every unpacking program does. */
export function readZip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, content(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20)));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}

function content(zip: Buffer, header: number, size: number) {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  return inflateRawSync(zip.subarray(start, start + size)).toString();
}
