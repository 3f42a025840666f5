import { readFileSync } from 'node:fs';
import { programFile } from '../../platform/program-files.ts';

const folder = programFile('apps/server/typeface');

/** Files of the typeface, made by scripts/reduce-typeface.js. */
export const typefaceFiles = {
  song: `${folder}/song-600.woff2`,
  figures: `${folder}/figures-400.woff2`,
  mono: `${folder}/mono-400.woff2`,
  characters: `${folder}/characters.txt`,
};

let loaded: { characters: string[]; positions: Map<string, number> } | undefined;

/** Characters of the font in order, read at the first use. */
function fontCharacters() {
  if (loaded) return loaded;
  const characters = [...readFileSync(typefaceFiles.characters, 'utf8')];
  loaded = { characters, positions: new Map(characters.map((character, at) => [character, at])) };
  return loaded;
}

/** Distinct characters of a text that the font has, in order of appearance; a device draws the others. */
export function drawable(text: string): string[] {
  const { positions } = fontCharacters();
  return [...new Set(text)].filter((character) => positions.has(character) && character !== ' ');
}

/** Writes characters of the font as the gaps between their places, seven bits a byte: some 1.3 letters of base64 each. */
export function encodeCharacters(characters: Iterable<string>): string {
  const { positions } = fontCharacters();
  const places = [...characters].map((character) => positions.get(character) ?? 0).sort((one, other) => one - other);
  const bytes: number[] = [];
  let last = 0;
  for (const place of places) {
    let gap = place - last;
    last = place;
    for (; gap > 127; gap >>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap);
  }
  return Buffer.from(bytes).toString('base64url');
}

/** Reads what `encodeCharacters` wrote. */
export function decodeCharacters(encoded: string): string {
  const { characters } = fontCharacters();
  let text = '';
  let [place, gap, shift] = [0, 0, 0];
  for (const byte of Buffer.from(encoded, 'base64url')) {
    gap |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    place += gap;
    text += characters[place] ?? '';
    [gap, shift] = [0, 0];
  }
  return text;
}
