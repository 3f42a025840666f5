import { diffArrays } from 'diff';

/** Run of text in both versions, only in the earlier, or only in the later one. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string };

/** Unchanged lines, or lines changed into others. */
export type Passage = { kind: 'same'; lines: string[] } | { kind: 'changed'; pieces: Piece[] };

/** Milliseconds to compare one passage by words; beyond, it is shown as replaced whole. */
const timeoutMs = 2000;

/** Compares two texts by lines, and changed lines by words; Chinese is segmented. */
export function compareTexts(before: string, after: string): Passage[] {
  const passages: Passage[] = [];
  let [gone, added]: [string[], string[]] = [[], []];
  const pushChange = () => {
    if (gone.length > 0 || added.length > 0)
      passages.push({ kind: 'changed', pieces: compareWords(gone.join('\n'), added.join('\n')) });
    [gone, added] = [[], []];
  };
  for (const part of diffArrays(before.split('\n'), after.split('\n'))) {
    if (part.removed) gone.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      pushChange();
      passages.push({ kind: 'same', lines: part.value });
    }
  }
  pushChange();
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

let segmenter: Intl.Segmenter | undefined; // created on use, since it loads a dictionary

function splitWords(text: string) {
  if (!('Segmenter' in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
