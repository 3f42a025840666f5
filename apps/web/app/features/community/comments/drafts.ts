import { useEffect, useRef } from 'react';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import type { UploadedPicture } from '../../core/composer/pictures.ts';
import type { Draft, StoredDraft } from '../../core/composer/use-composer.ts';
import { elementOf } from './selected-words.ts';

type CommentDraft = Draft & { pictures: UploadedPicture[] };

const empty: CommentDraft = { text: '', pictures: [], key: undefined };

/** Draft of a place in this tab: a comment, a reply, or a comment being edited, whose text is `before`. */
export function storedDraft(place: string, before = ''): StoredDraft<CommentDraft> {
  return { store: 'sessionStorage', name: `comment ${place}`, before: { ...empty, text: before } };
}

export function readDraft(place: string): CommentDraft {
  return readStored<CommentDraft>('sessionStorage', `comment ${place}`) ?? empty;
}

export function storeCommentDraft(place: string, draft: CommentDraft) {
  const isEmpty = draft.text === '' && draft.pictures.length === 0;
  writeStored('sessionStorage', `comment ${place}`, isEmpty ? undefined : draft);
}

/** Id of the comment to which a reply was begun. */
export function readOpenReply(topic: string): number | undefined {
  return readStored('sessionStorage', `reply ${topic}`);
}

export function writeOpenReply(topic: string, id: number | undefined) {
  writeStored('sessionStorage', `reply ${topic}`, id);
}

/** Event that tells the form named by `detail` that a quotation was added to its draft. */
const quoted = 'mojian:quoted';

const longest = 200;

/** Quotes a passage in Markdown, without blank lines and cut if it is long. */
export function quotationOf(passage: string) {
  const lines = passage.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const characters = Array.from(lines.filter(Boolean).join('\n'));
  const short =
    characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : characters.join('');
  return short.replaceAll(/^/gm, '> ');
}

/** Appends a quotation to the draft of a place. */
export function quoteAt(place: string, passage: string) {
  const draft = readDraft(place);
  const before = draft.text.trimEnd();
  const text = `${before}${before && '\n\n'}${quotationOf(passage)}\n\n`;
  storeCommentDraft(place, { ...draft, text, key: undefined });
  dispatchEvent(new CustomEvent(quoted, { detail: place }));
}

/** Returns the selected text within one element below `root`, cut at its ends, and that element. */
export function passageIn(root: Element, within: string) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const element = elementOf(range.startContainer)?.closest(within);
  if (!element || !root.contains(element)) return undefined;
  const passage = (
    element.contains(range.endContainer) ? selection.toString() : textOf(clipped(range, element))
  ).trim();
  return passage === '' ? undefined : { passage, element };
}

/** Clips a selection to one element: a triple click also selects the start of the next. */
function clipped(range: Range, element: Element) {
  const part = range.cloneRange();
  part.setEnd(element, element.childNodes.length);
  return part;
}

function textOf(range: Range) {
  const part = range.cloneContents();
  for (const end of part.querySelectorAll('br, p, li, pre')) end.after('\n');
  return part.textContent ?? '';
}

/** Calls back when a quotation was added to the draft of this place. */
export function useQuoted(place: string, act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onQuoted = ({ detail }: Event & { detail?: string }) => detail === place && latest.current();
    addEventListener(quoted, onQuoted);
    return () => removeEventListener(quoted, onQuoted);
  }, [place]);
}
