import { pairs } from './analyse.ts';
import { waysToWrite } from './simplified.ts';

/** A word to look for in a text as people write it, and what it is made of where it does not stand as a whole. */
export type Written = { word: string; pattern: RegExp; isChinese: boolean; parts: Written[] };

const chinese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const letter = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
const hitsAtMost = 30;
const phraseAtMost = 24;

/** Whatever its case, in traditional characters or simplified ones. */
export function writtenWord(word: string): Written {
  const isChinese = chinese.test(word);
  const parts = isChinese ? pairs([...word]) : (word.match(/[\p{L}\p{N}\p{M}]{2,}/gu) ?? []);
  return {
    word,
    isChinese,
    pattern: new RegExp(source(word), isChinese ? 'g' : 'giu'),
    parts: parts.filter((part) => part !== word).map(writtenWord),
  };
}

/** The words one after the other, names with their signs, and no more than a few other signs between them. */
export function phraseOf(text: string): RegExp | undefined {
  const words = (text.match(/[\p{L}\p{N}\p{M}./:_+&@#-]+/gu) ?? [])
    .map((word) => word.replace(/^[/:_+&-]+/u, '').replace(/(?<![./:_&@-])[./:_&@-]+$/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0 || words.length > phraseAtMost) return undefined;
  const flags = words.every((word) => chinese.test(word)) ? 'gu' : 'giu'; // case costs, where there is none
  return new RegExp(words.map(source).join(String.raw`[^\p{L}\p{N}]{0,3}`), flags);
}

/** Where a word stands in a text. A word of letters stands alone, or begins another one where that is enough. */
export function placesOf({ pattern, word, isChinese }: Written, text: string, { unfinished = false } = {}): number[] {
  const places: number[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    const isAlone =
      isChinese || (standsAlone(text, index, word) && (unfinished || endsAlone(text, index + hit.length, word)));
    if (isAlone && places.push(index) === hitsAtMost) break;
  }
  return places;
}

function standsAlone(text: string, index: number, word: string) {
  return !letter.test(word[0] ?? '') || !letter.test(text[index - 1] ?? '');
}

function endsAlone(text: string, end: number, word: string) {
  return !letter.test(word.at(-1) ?? '') || !letter.test(text[end] ?? '');
}

function source(word: string) {
  return Array.from(word, (character) => {
    const ways = waysToWrite(character);
    return ways.length > 1 ? `[${ways.join('')}]` : escapePattern(character);
  }).join('');
}

function escapePattern(character: string) {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
