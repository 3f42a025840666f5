import type { Query } from './query.ts';
import type { ReadDocument } from './score.ts';
import { toSimplified } from './simplified.ts';
import { placesOf, writtenWord } from './written.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const around = 8;
const lookedAt = 5;

/**
 * Whether two characters stand together in a document only where one word ends and the next begins, as 备分 does in
 * 设备分辨率: such a document has the characters and not the word.
 */
export function isApart({ exact, written }: Query, { title, summary, body }: ReadDocument) {
  const [word, ...others] = written;
  if (others.length > 0 || exact.prefix || !word || [...word].length !== 2) return false;
  const sought = writtenWord(word);
  if (!sought.isChinese) return false;
  const texts = [title, summary, body];
  const hits = texts.flatMap((text) => placesOf(sought, text).map((at) => ({ text, at }))).slice(0, lookedAt);
  return hits.length > 0 && hits.every(({ text, at }) => isAcross(text, at));
}

function isAcross(text: string, at: number) {
  const from = Math.max(0, at - around);
  const stretch = toSimplified(text.slice(from, at + around));
  const middle = at - from + 1;
  const words = [...segmenter.segment(stretch)];
  const left = words.find(({ index, segment }) => index < middle && index + segment.length >= middle);
  const right = words.find(({ index }) => index === middle);
  return right !== undefined && left !== undefined && (left.index < middle - 1 || right.segment.length > 1);
}
