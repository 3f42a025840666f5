import { toSimplified } from './simplified.ts';

/** Longer words are cut: PostgreSQL takes lexemes below 2 KB, and a word of 64 letters is no longer one to search for. */
const longestWord = 64;

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const runs = new RegExp(`(?<cjk>[${cjk}]+)|[[\\p{L}\\p{N}\\p{M}]--[${cjk}]]+`, 'gv');

/** Signs that make one name of the words on both sides: `HTTP/3`, `GPT-4`, `vscode.dev`, `node:sqlite`. */
const joints = new Set('./-:_+&@#');
/** Signs that end a name, and that begin one: `C++`, `C#`, `.NET`, `@types`. */
const endings = /^(?:\+\+|#|\+(?![\p{L}\p{N}]))/u;
const openings = /(?:^|[\s\p{Script=Han}\p{Ps}\p{Pi}"'`,:;!?<>|=。、])([.@#$])$/u;

/** Part of a text, in its own order: a run of Chinese, Japanese or Korean, or a word with what its signs make of it. */
export type Piece = {
  /** As the index keeps it. */
  text: string;
  /** The characters of a Chinese run; none of another word. */
  characters: string[] | undefined;
  /** The word with the sign it ends on or opens with, '' without: `c＋＋`. */
  signed: string;
  /** Letters and digits of a word that has both, one after the other: `gpt4`, `512mb`. */
  halves: string[];
  /** The word before, the sign between and this word, '' without: `http／3`. */
  joined: string;
};

/**
 * The words of a text as the index keeps them, in order: a run of Chinese, Japanese or Korean gives its single characters
 * and its pairs, anything else its words, and these with the signs of a name: `c`, `c＋＋`. Width, case, compatibility
 * forms, and traditional or simplified make no difference.
 */
export function analyse(text: string): string[] {
  return piecesOf(text).flatMap(({ text: word, characters, signed, joined, halves }) =>
    characters ? [...characters, ...pairs(characters)] : [word, signed, joined, ...halves].filter(Boolean),
  );
}

/** Takes a text apart. A sign is written wide, as no folded text has it, so that it is a letter to the index. */
export function piecesOf(text: string): Piece[] {
  const folded = fold(text);
  const found = [...folded.matchAll(runs)];
  return found.map((run, at) => {
    const [raw] = run;
    if (run.groups?.cjk) return { text: raw, characters: [...raw], signed: '', joined: '', halves: [] };
    const word = cut(raw);
    const before = found[at - 1];
    const beforeEnd = before ? before.index + before[0].length : 0;
    const gap = folded.slice(beforeEnd, run.index);
    const end = run.index + raw.length;
    const isJoined = before && !before.groups?.cjk && gap.length === 1 && joints.has(gap);
    return {
      text: word,
      characters: undefined,
      signed: signedWord(word, (before ? before[0].slice(-1) : '') + gap, folded.slice(end, end + 3)),
      halves: halvesOf(word),
      joined: isJoined ? `${cut(before[0])}${wide(gap)}${word}` : '',
    };
  });
}

function halvesOf(word: string) {
  return /^(?:\p{L}+\p{N}+|\p{N}+\p{L}+)$/u.test(word) ? (word.match(/\p{L}+|\p{N}+/gu) ?? []) : [];
}

function signedWord(word: string, before: string, after: string) {
  const ending = endings.exec(after)?.[0];
  if (ending) return word + wide(ending);
  const opening = openings.exec(before)?.[1];
  return opening ? wide(opening) + word : '';
}

/** Lower case, half width, simplified, one kind of dash. */
function fold(text: string) {
  return toSimplified(text.normalize('NFKC').toLowerCase()).replace(/[\u2010-\u2012\u2212]/g, '-');
}

function wide(signs: string) {
  return signs.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/** Signs as they are typed. */
export function narrow(word: string) {
  return word.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

function cut(word: string) {
  return word.length > longestWord ? [...word.slice(0, 2 * longestWord)].slice(0, longestWord).join('') : word;
}

export function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
