const ellipsis = '…';

/** How far before the match a snippet begins. */
const lead = 24;

/**
 * About `length` characters of a text around the first of the words that occurs in it, or its beginning when none does.
 * Plain text in, plain text out: never HTML.
 */
export function snippet(text: string, words: string[], length = 90): string {
  const folded = fold(text);
  const at = words.map((word) => folded.indexOf(fold(word))).find((index) => index >= 0) ?? 0;
  const from = wholeCharacter(text, Math.max(0, Math.min(at - lead, text.length - length)));
  const to = wholeCharacter(text, from + length);
  return `${from > 0 ? ellipsis : ''}${text.slice(from, to).trim()}${to < text.length ? ellipsis : ''}`;
}

/** Whether a word of the index stands in a text, whatever its case and width. */
export function occursIn(text: string, word: string) {
  return fold(text).includes(fold(word));
}

/** Lower case and half width, character by character, so that positions stay those of the text. */
function fold(text: string) {
  return text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('İ', 'I') // the one letter whose lower case is longer
    .toLowerCase();
}

/** Steps back from the middle of a surrogate pair. */
function wholeCharacter(text: string, index: number) {
  return /[\uDC00-\uDFFF]/.test(text[index] ?? '') && index > 0 ? index - 1 : index;
}
