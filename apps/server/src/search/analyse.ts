/** Longer words are cut: PostgreSQL takes lexemes below 2 KB, and a word of 64 letters is no longer one to search for. */
const longestWord = 64;

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const runs = new RegExp(`(?<cjk>[${cjk}]+)|[[\\p{L}\\p{N}\\p{M}]--[${cjk}]]+`, 'gv');

export type SearchQuery = {
  /** All of them must occur. */
  words: string[];
  /** The beginning of one more word, or '' when there is none. */
  prefix: string;
};

/**
 * The words of a text as the index keeps them, in order: a run of Chinese, Japanese or Korean gives its single
 * characters and its pairs, anything else its words. Width, case and compatibility forms make no difference.
 */
export function analyse(text: string): string[] {
  return runsOf(text).flatMap(({ word, characters }) => (characters ? [...characters, ...pairs(characters)] : [word]));
}

/** What to look for: pairs of a Chinese run (a lone character as it is), Latin words, the last of them unfinished. */
export function analyseQuery(keyword: string): SearchQuery {
  const found = runsOf(keyword);
  const last = found.findLast(({ characters }) => !characters);
  const words = found
    .filter((run) => run !== last)
    .flatMap(({ word, characters }) => (characters && characters.length > 1 ? pairs(characters) : [word]));
  return { words: [...new Set(words)], prefix: last?.word ?? '' };
}

type Run = { word: string; characters: string[] | undefined };

function runsOf(text: string): Run[] {
  return Array.from(text.normalize('NFKC').toLowerCase().matchAll(runs), ([word, chinese]) =>
    chinese
      ? { word, characters: [...chinese] }
      : { word: word.length > longestWord ? cut(word) : word, characters: undefined },
  );
}

function cut(word: string) {
  return [...word.slice(0, 2 * longestWord)].slice(0, longestWord).join('');
}

function pairs(characters: string[]) {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
