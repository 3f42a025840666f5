const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });
const sentenceEnd = /[。！？!?…；;][”’」』）)]*$|\.$/u;

/**
 * Truncates plain text to one line of at most `length` graphemes, with … if something is omitted. Ends with a sentence
 * if one ends in the last third, else between two words or Chinese characters.
 */
export function summarize(text: string, length = 120): string {
  // bounded: the longest possible summary needs no more of the text
  const line = text
    .slice(0, length * 40)
    .replaceAll(/\s+/g, ' ')
    // full-width punctuation has its own room
    .replaceAll(/(?<=[，。！？；：、…」』）》]) | (?=[「『（《])/gu, '')
    .trim();
  const characters: string[] = [];
  for (const { segment } of graphemes.segment(line)) {
    characters.push(segment);
    if (characters.length > length) break;
  }
  if (characters.length <= length) return line.toWellFormed();

  const head = characters.slice(0, length);
  const end = findSentenceEnd(head) ?? findWordEnd(characters);
  const opening = head
    .slice(0, end)
    .join('')
    .replace(/(?<![\s，、：,:—-])[\s，、：,:—-]+$/u, '');
  return `${opening}…`.toWellFormed();
}

function findSentenceEnd(characters: string[]): number | undefined {
  for (let end = characters.length; end > (characters.length * 2) / 3; end--) {
    const next = characters[end] ?? ' ';
    const tail = characters.slice(Math.max(0, end - 3), end).join('');
    if (sentenceEnd.test(tail) && (!tail.endsWith('.') || next === ' ')) return end;
  }
  return undefined;
}

/** Steps back from within a Latin word to a nearby space. `characters` has one extra for lookahead. */
function findWordEnd(characters: string[]): number {
  const length = characters.length - 1;
  const inWord = (at: number) => /^[\p{sc=Latin}\p{N}]/u.test(characters[at] ?? '');
  if (!inWord(length)) return length;
  let end = length;
  while (end > length - 24 && inWord(end - 1)) end--;
  return end > length - 24 && end > 0 ? end : length;
}
