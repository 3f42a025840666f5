import { ordinalsOf } from './ordinals.ts';
import { toSimplified } from './simplified.ts';
import { visible, withoutAccents } from './visible.ts';

/** Longer words are cut: PostgreSQL limits lexemes to 2 KB, and nobody searches for 64 letters. */
const longestWord = 64;

export const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC`;
const runs = new RegExp(`(?<cjk>[${cjk}]+)|[[\\p{L}\\p{N}\\p{M}]--[${cjk}]]+`, 'gv');

/** Characters that join two words into a name: `HTTP/3`, `GPT-4`, `vscode.dev`, `node:sqlite`. */
const joints = new Set('./-:_+&@#');
/** Characters that end a name, and that begin one: `C++`, `C#`, `.NET`, `@types`. */
const endings = /^(?:\+\+|#|\+(?![\p{L}\p{N}]))/u;
const openings = /(?:^|[\s\p{Script=Han}\p{Ps}\p{Pi}"'`,:;!?<>|=。、])([.@#$])$/u;

/** Token of a text: a run of Chinese, Japanese or Korean, or a word with its special characters. */
export type Piece = {
  /** As indexed. */
  text: string;
  /** Characters of a CJK run; undefined for other words. */
  characters: string[] | undefined;
  /** The word with its leading or trailing special character, '' without: `c＋＋`. */
  signed: string;
  /** Letters and digits of a mixed word separately: `gpt4`, `512mb`. */
  halves: string[];
  /** The previous word, the joint and this word, '' without: `http／3`. */
  joined: string;
};

/**
 * Tokenises a text for the index: CJK runs become single characters and bigrams, the rest words and names with their
 * special characters: `c`, `c＋＋`, and ordinals in digits: `第300期`.
 */
export function analyse(text: string): string[] {
  const folded = fold(text);
  const words = piecesOf(folded).flatMap(({ text: word, characters, signed, joined, halves }) =>
    characters ? [...characters, ...pairs(characters)] : [word, signed, joined, ...halves].filter(Boolean),
  );
  for (const { number, unit, isNumeral } of ordinalsOf(folded))
    words.push(`第${number}`, ...(unit ? [`第${number}${unit}`] : []), ...(isNumeral ? [String(number)] : []));
  return words;
}

/**
 * Splits a folded text into tokens. Special characters become full-width, which folded text never contains, so that the index
 * treats them as letters.
 */
export function piecesOf(folded: string): Piece[] {
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

/** Folds to lower case, half width, no accents, nothing invisible, simplified characters and one kind of dash. */
export function fold(text: string) {
  const plain = withoutAccents(visible(text).normalize('NFKC').toLowerCase());
  return toSimplified(plain).replace(/[\u2010-\u2012\u2212]/g, '-');
}

function wide(signs: string) {
  return signs.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/** Restores the typed form of special characters. */
export function narrow(word: string) {
  return word.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

function cut(word: string) {
  return word.length > longestWord ? [...word.slice(0, 2 * longestWord)].slice(0, longestWord).join('') : word;
}

export function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

let segmenter: Intl.Segmenter | undefined;

/** Words by the dictionary, which is loaded with the first search. */
export function segmentWords(text: string) {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return segmenter.segment(text);
}
