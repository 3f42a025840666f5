/** Columns a search engine gives a title, and a description: a Chinese character takes two, a letter one. */
export const titleColumns = 60;
export const descriptionColumns = 156;

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** A line as a search result shows it: cut between two characters, or before a Latin word, with … for the rest. */
export function cutLikeSearch(text: string, columns: number) {
  const line = text.replace(/\s+/g, ' ').trim();
  let taken = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    taken += widthOf(segment);
    if (taken > columns) return `${beforeWord(line, end)}…`;
    end = index + segment.length;
  }
  return line;
}

function beforeWord(line: string, end: number) {
  const kept = line.slice(0, end);
  const whole = /[\p{sc=Latin}\p{N}]$/u.test(kept) && /^[\p{sc=Latin}\p{N}]/u.test(line.slice(end));
  const short = whole ? kept.replace(/[\p{sc=Latin}\p{N}'-]{1,24}$/u, '') : kept;
  return (short || kept).replace(/[\s，、：,:—-]+$/u, '');
}

function widthOf(character: string) {
  return wide.test(character) ? 2 : 1;
}

/** An address as search results write it: `mojian.example › article › 12`. */
export function crumbsOf(address: string) {
  const { host, pathname } = new URL(address);
  return [host, ...pathname.split('/').filter(Boolean).map(decodeURIComponent)].join(' › ');
}
