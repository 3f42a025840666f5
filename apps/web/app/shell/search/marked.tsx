/** A text with what was searched for marked: the whole keyword, or its words where it does not stand together. */
export function Marked({ text, keyword }: { text: string; keyword: string }) {
  const pieces = split(text, [keyword]);
  const shown = pieces.length > 1 ? pieces : split(text, wordsOf(keyword));
  // split by a pattern in brackets: every second piece is a match
  return shown.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}

function split(text: string, words: string[]) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return pattern ? text.split(new RegExp(`(${pattern})`, 'giu')) : [text];
}

/** As the server takes a keyword apart: runs of letters and digits, and pairs of Chinese characters. */
function wordsOf(keyword: string) {
  const runs =
    keyword.match(/\p{Script=Han}+|[\p{Letter}\p{Number}]+?(?=\p{Script=Han}|[^\p{Letter}\p{Number}]|$)/gu) ?? [];
  return runs.flatMap((run) => (/\p{Script=Han}/u.test(run) && run.length > 1 ? pairs(run) : run));
}

function pairs(run: string) {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
