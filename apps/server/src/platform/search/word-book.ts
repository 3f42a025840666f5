import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { piecesOf } from './analyse.ts';
import { dictionaryWords } from './query.ts';

const wordsAtMost = 6000;
/** Spelling takes some 20 µs a word. */
const spelledAtMost = 3000;
const spelledAtOnce = 100;
const longestCompound = 4;

/** Kept from one book to the next, which has nearly the same words. */
const sounds = new LRUCache<string, string>({ max: 2 * spelledAtMost });

/** The words of the site's own names and titles: what somebody who mistyped may have meant. */
export type WordBook = {
  latin: Map<string, number>;
  chinese: Map<string, number>;
  /** Chinese words by how they are spoken, `beifen`. */
  spoken: () => Promise<Map<string, string[]>>;
};

type Names = { names: string[]; titles: string[] };

/** Made of names, which are whole words, and of titles, which are taken apart. The first ones count where there are too many. */
export function createWordBook({ names, titles }: Names): WordBook {
  const latin = new Map<string, number>();
  const chinese = new Map<string, number>();
  const add = (word: string, weight: number) => {
    const words = /^[\p{Script=Han}]+$/u.test(word) ? chinese : latin;
    if ([...word].length > 1 && (words.has(word) || words.size < wordsAtMost))
      words.set(word, (words.get(word) ?? 0) + weight);
  };
  for (const name of names) for (const word of wholeWords(name)) add(word, 2);
  for (const text of [...names, ...titles]) for (const word of compounds(text)) add(word, 1);

  let spoken: Promise<Map<string, string[]>> | undefined;
  return {
    latin,
    chinese,
    spoken() {
      spoken ??= spell([...chinese].sort(([, a], [, b]) => b - a).map(([word]) => word));
      return spoken;
    },
  };
}

function wholeWords(name: string) {
  return piecesOf(name).map(({ text }) => text);
}

/** The words of a text, and neighbours that may be one word the dictionary takes for two. */
function compounds(text: string) {
  const words = dictionaryWords(text);
  const joined = words.slice(1).map((word, index) => (words[index] ?? '') + word);
  return [...words, ...joined.filter((word) => [...word].length <= longestCompound && /^\p{Script=Han}+$/u.test(word))];
}

/** Piece by piece: others are served meanwhile. */
async function spell(words: string[]) {
  const spoken = new Map<string, string[]>();
  const some = words.slice(0, spelledAtMost);
  for (let from = 0; from < some.length; from += spelledAtOnce) {
    for (const word of some.slice(from, from + spelledAtOnce)) {
      const sound = await soundOf(word);
      spoken.set(sound, [...(spoken.get(sound) ?? []), word]);
    }
    await nextTurn();
  }
  return spoken;
}

/** How a Chinese word is spoken, without tones and blanks. */
export async function soundOf(word: string) {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  // loaded when first needed: its dictionary is large
  const { pinyin } = await import('pinyin-pro');
  const sound = pinyin(word, { toneType: 'none', type: 'array', v: true }).join('');
  sounds.set(word, sound);
  return sound;
}
