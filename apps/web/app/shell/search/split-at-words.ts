/**
 * Cuts a text at what was searched for, so that every second piece is a match: at the whole keyword, or at its words
 * where it does not stand together.
 */
export function splitAtWords(text: string, keyword: string): string[] {
  const pieces = split(text, [keyword]);
  return pieces.length > 1 ? pieces : split(text, wordsOf(keyword));
}

function split(text: string, words: string[]) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return pattern ? text.split(new RegExp(`(${pattern})`, 'giu')) : [text];
}

/** As the server takes a keyword apart: runs of letters and digits, and pairs of Chinese characters. */
function wordsOf(keyword: string) {
  const runs = keyword.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{Letter}\p{Number}])+/gu) ?? [];
  return runs.flatMap((run) => (/\p{Script=Han}{2}/u.test(run) ? pairs(run) : run));
}

function pairs(run: string) {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
