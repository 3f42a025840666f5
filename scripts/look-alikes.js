/**
 * Writes apps/server/src/core/identity/look-alikes.ts from Unicode's data. Run it after a new version of Unicode:
 *
 *   node scripts/look-alikes.js <folder of the npm package unhomoglyph> <EquivalentUnifiedIdeograph.txt>
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [confusables = '', radicals = ''] = process.argv.slice(2);
const file = new URL('../apps/server/src/core/identity/look-alikes.ts', import.meta.url);

/** Letters and digits that no normalization folds, by the alphabetic they look like. */
function alphabetic() {
  const pairs = Object.entries(JSON.parse(readFileSync(`${confusables}/data.json`, 'utf8')));
  const groups = new Map();
  for (const [sign, shape] of pairs) {
    const target = bare(shape).toLowerCase();
    // outside of ASCII a mark tells alphabetic apart, as the dots of Arabic do
    const isPlain = /^[a-z\d]+$/.test(target) || !/\p{M}/u.test(shape.normalize('NFKD'));
    const isAlphabetic = /^[\p{L}\p{N}]$/u.test(sign) && /^[\p{L}\p{N}]{1,3}$/u.test(target) && isPlain;
    if (sign < '\u0080' || !isAlphabetic || bare(sign) !== sign || sign.toLowerCase() === target) continue;
    groups.set(target, (groups.get(target) ?? '') + sign);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

function bare(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC');
}

/** Radicals and strokes, each before its ideograph; Kangxi radicals are folded by NFKC. */
function ideographs() {
  const lines = readFileSync(radicals, 'utf8').matchAll(/^([\dA-F]+)(?:\.\.([\dA-F]+))?\s*; ([\dA-F]+)/gm);
  return [...lines].flatMap(([, first, last = first, ideograph]) =>
    range(Number.parseInt(first, 16), Number.parseInt(last, 16))
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => sign.normalize('NFKC') === sign)
      .map((sign) => sign + String.fromCodePoint(Number.parseInt(ideograph, 16))),
  );
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function quoted(text) {
  const lines = [];
  for (let at = 0; at < [...text].length; at += 90) lines.push([...text].slice(at, at + 90).join(''));
  return lines.map((line) => `'${line}'`).join(' +\n  ');
}

const all = alphabetic();
const packed = all.filter(([target]) => [...target].length === 1).map(([target, signs]) => target + signs);
const several = all
  .filter(([target]) => [...target].length > 1)
  .map(([target, signs]) => [...signs].map((one) => one + target));
writeFileSync(
  file,
  `// Made by scripts/look-alikes.js from Unicode's confusables.txt 13.0 and EquivalentUnifiedIdeograph.txt 15.0.
// Data: Copyright © 1991-2022 Unicode, Inc., under https://www.unicode.org/license.txt.

/** A letter, then those that look like it; groups are parted by a blank. */
export const alphabetic =
  ${quoted(packed.join(' '))};

/** Letters that look like several, each before them; parted by a blank. */
export const ligatures =
  ${quoted(several.flat().join(' '))};

/** Radicals and strokes, each before the ideograph it shape like. */
export const radicals =
  ${quoted(ideographs().join(''))};
`,
);
