const charactersPerMinute = 400;

// A character of a script counted by characters, or a whole word or number of any other.
const counted =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]](?:['’._\-]?[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]])*/gv;

const commonHan = /[\u4e00-\u9fff]+/g;

/** Counts words as readers do: each Chinese character, kana or hangul 1, each other word or number 1. */
export function countWords(text: string): number {
  let words = 0;
  // removes most of a Chinese text first, since the expression below is slow
  const others = text.normalize('NFKC').replace(commonHan, (run) => {
    words += run.length;
    return ' ';
  });
  for (const _ of others.matchAll(counted)) words++;
  return words;
}

/** Minutes to read that many words at 400 a minute, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / charactersPerMinute));
}
