import { diffArrays } from 'diff';

/** A stretch of text that stands in both, only in the earlier, or only in the later one. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string };

/** Lines that are the same, or lines that became others. */
export type Passage = { kind: 'same'; lines: string[] } | { kind: 'changed'; pieces: Piece[] };

/** Milliseconds one passage may be compared by words; longer ones are told as one text in another's place. */
const timeoutMs = 2000;

/** Compares two texts by lines, and changed lines by words; Chinese is segmented. */
export function compareTexts(before: string, after: string): Passage[] {
  const passages: Passage[] = [];
  let [gone, added]: [string[], string[]] = [[], []];
  const settle = () => {
    if (gone.length > 0 || added.length > 0)
      passages.push({ kind: 'changed', pieces: compareWords(gone.join('\n'), added.join('\n')) });
    [gone, added] = [[], []];
  };
  for (const part of diffArrays(before.split('\n'), after.split('\n'))) {
    if (part.removed) gone.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      settle();
      passages.push({ kind: 'same', lines: part.value });
    }
  }
  settle();
  return passages;
}

function compareWords(before: string, after: string): Piece[] {
  const changes = diffArrays(splitWords(before), splitWords(after), { timeout: timeoutMs });
  if (!changes)
    return pieces([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]);
  return pieces(
    changes.map(({ removed, added, value }) => ({
      kind: removed ? 'gone' : added ? 'new' : 'same',
      text: value.join(''),
    })),
  );
}

function pieces(all: Piece[]) {
  return all.filter(({ text }) => text !== '');
}

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('zh', { granularity: 'word' }) : undefined;

function splitWords(text: string) {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];
}
