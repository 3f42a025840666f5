import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { root } from './runtime.js';

// node scripts/reduce-typeface.js FOLDER: makes apps/server/typeface from the unpacked npm package
// @expo-google-fonts/noto-serif-sc, which has Noto Serif SC as one file per weight, and with a second folder the face of code
// from @expo-google-fonts/source-code-pro. Needed for a newer font only.

const load = createRequire(resolve(root, 'apps/server/package.json'));
const subsetFont = load('subset-font');

const [source, sourceOfCode] = process.argv.slice(2);
if (!source) {
  console.error(
    '用法：node scripts/reduce-typeface.js 解开的 @expo-google-fonts/noto-serif-sc [解开的 source-code-pro]',
  );
  process.exit(2);
}
const target = resolve(root, 'apps/server/typeface');

/** Features titles use: vertical forms, narrow punctuation, kerning of Latin letters. */
const keepFeatures = ['vert', 'vrt2', 'halt', 'vhal', 'chws', 'vchw', 'kern', 'locl', 'ccmp', 'mark', 'mkmk'];

/** Blocks beside GB 2312: Latin with its marks, punctuation, currency, letter-like signs, arrows, numbers, kana, wide forms. */
const blocks = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2010, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2150, 0x218b],
  [0x2190, 0x21ff],
  [0x2460, 0x24ff],
  [0x3000, 0x30ff],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe4f],
  [0xff01, 0xff65],
];

const wanted = new Set([...blocks.slice(0, 1).flatMap(charactersOf), ...gb2312(), ...blocks.flatMap(charactersOf)]);
const title = readFileSync(resolve(source, '600SemiBold/NotoSerifSC_600SemiBold.ttf'));
// in the order of GB 2312, whose frequent characters come first: what is near writes a short address
const characters = [...wanted].filter(hasGlyphs(title));
const song = await subsetFont(title, characters.join(''), { targetFormat: 'woff2', keepFeatures, noHinting: true });
const regular = readFileSync(resolve(source, '400Regular/NotoSerifSC_400Regular.ttf'));
const figures = await subsetFont(regular, '0123456789', { targetFormat: 'woff2', keepFeatures, noHinting: true });

write('song-600.woff2', song);
write('figures-400.woff2', figures);
write('characters.txt', characters.join(''));
if (sourceOfCode) await reduceCode(sourceOfCode);
write('OFL.txt', readFileSync(resolve(source, 'LICENSE_FONT')));
console.log(`${characters.length} 个字，SHA-256 ${createHash('sha256').update(song).digest('hex')}`);

async function reduceCode(folder) {
  const font = readFileSync(resolve(folder, '400Regular/SourceCodePro_400Regular.ttf'));
  const text = charactersOf([0x20, 0x7e]).join('');
  write('mono-400.woff2', await subsetFont(font, text, { targetFormat: 'woff2', noHinting: true }));
  write('OFL-mono.txt', readFileSync(resolve(folder, 'LICENSE_FONT')));
}

function write(name, content) {
  writeFileSync(resolve(target, name), content);
  console.log(`${name}：${content.length}`);
}

function gb2312() {
  const decoder = new TextDecoder('gbk');
  const found = [];
  for (let row = 0xa1; row <= 0xf7; row++)
    for (let cell = 0xa1; cell <= 0xfe; cell++) {
      const text = decoder.decode(Uint8Array.of(row, cell));
      if (/^\p{Assigned}$/u.test(text) && text !== '\ufffd' && !/\p{Co}/u.test(text)) found.push(text);
    }
  return found;
}

function charactersOf([first, last]) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}

/** Reads the font's table of characters: format 12, or 4 for the basic plane. */
function hasGlyphs(font) {
  const tables = font.readUInt16BE(4);
  const entries = Array.from({ length: tables }, (_, at) => 12 + at * 16);
  const entry = entries.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  const cmap = font.readUInt32BE(entry + 8);
  const count = font.readUInt16BE(cmap + 2);
  const starts = Array.from({ length: count }, (_, at) => cmap + font.readUInt32BE(cmap + 8 + at * 8));
  const start = starts.find((at) => font.readUInt16BE(at) === 12);
  if (start === undefined) throw new Error('没有 cmap 12');
  const groups = Array.from({ length: font.readUInt32BE(start + 12) }, (_, at) => [
    font.readUInt32BE(start + 16 + at * 12),
    font.readUInt32BE(start + 20 + at * 12),
  ]);
  return (character) =>
    groups.some(([first, last]) => character.codePointAt(0) >= first && character.codePointAt(0) <= last);
}
