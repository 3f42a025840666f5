import { crc32 } from 'node:zlib';
import { makeZip } from '../../../packages/foreign-files/test/make-zip.ts';

/** Files of every kind that may be attached, as small as their kind allows. */
export const madeFiles = {
  pdf: () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n'),
  docx: () => makeZip({ name: '[Content_Types].xml', bytes: '<Types/>' }, { name: 'word/document.xml', bytes: '<w/>' }),
  xlsx: () => makeZip({ name: '[Content_Types].xml', bytes: '<Types/>' }, { name: 'xl/workbook.xml', bytes: '<w/>' }),
  pptx: () =>
    makeZip({ name: '[Content_Types].xml', bytes: '<Types/>' }, { name: 'ppt/presentation.xml', bytes: '<p/>' }),
  doc: () => compound('WordDocument'),
  xls: () => compound('Workbook'),
  ppt: () => compound('PowerPoint Document'),
  zip: () => makeZip({ name: '课件/一.txt', bytes: '一' }),
  epub: () => storedZip('mimetype', 'application/epub+zip'),
  mp3: () => mp3(),
  m4a: () => media('M4A '),
  mp4: () => media('isom'),
  webm: () =>
    Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm', 'latin1'),
};

/** An empty compound file whose directory, in its second sector, has one stream of this name. */
function compound(stream: string) {
  const header = Buffer.alloc(512, 0xff);
  header.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48); // the directory begins in sector 1
  header.writeUInt32LE(0, 76); // the table is sector 0
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(2, 4); // sector 2 follows sector 1
  return Buffer.concat([header, table, directory('Root Entry'), directory(stream)]);
}

function directory(name: string) {
  const sector = Buffer.alloc(512);
  sector.write(name, 'utf16le');
  sector.writeUInt16LE((name.length + 1) * 2, 64);
  return sector;
}

/** A zip with one entry that is not compressed. */
function storedZip(name: string, text: string) {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(text), 10);
  common.writeUInt32LE(text.length, 14);
  common.writeUInt32LE(text.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name + text)]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x03', 'latin1'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

/** Silent frames of 128 kbit/s behind a tag. */
export function mp3(frames = 8) {
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]);
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)]);
}

function media(brand: string) {
  const kind = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mp42isom`, 'latin1');
  return Buffer.concat([kind, Buffer.from('\0\0\0\x10mdat12345678', 'latin1')]);
}
