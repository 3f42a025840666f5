import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../storage/stored-json.ts';

export type Draft = {
  text: string;
  /** Uploaded pictures. */
  pictures: { url: string; width: number; height: number }[];
  /** By this the server knows a comment that was sent before: made for the first try, and new when the words are. */
  key: string | undefined;
};

const empty: Draft = { text: '', pictures: [], key: undefined };

/**
 * What was begun at a place, in this tab: it outlives a reload, a login on the way and a try that failed. Browsers that
 * keep nothing refuse even to look.
 */
export function readDraft(place: string): Draft {
  return readStored<Draft>('sessionStorage', `comment ${place}`) ?? empty;
}

export function writeDraft(place: string, draft: Draft) {
  const isEmpty = draft.text === '' && draft.pictures.length === 0;
  writeStored('sessionStorage', `comment ${place}`, isEmpty ? undefined : draft);
}

/** Which comment a reply was begun to. */
export function readOpenReply(topic: string): number | undefined {
  return readStored('sessionStorage', `reply ${topic}`);
}

export function writeOpenReply(topic: string, id: number | undefined) {
  writeStored('sessionStorage', `reply ${topic}`, id);
}

/** Draft of a place, initially `begun`. Stored for the tab. */
export function useDraft(place: string, begun = '') {
  const [draft, setDraft] = useState(() => {
    const saved = readDraft(place);
    return saved.text === '' ? { ...saved, text: begun } : saved;
  });
  useEffect(() => {
    const onQuoted = ({ detail }: Event & { detail?: string }) => detail === place && setDraft(readDraft(place));
    addEventListener(quoted, onQuoted);
    return () => removeEventListener(quoted, onQuoted);
  }, [place]);
  const set = (next: Draft) => {
    setDraft(next);
    writeDraft(place, next);
  };
  return {
    draft,
    setText: (text: string) => set({ ...draft, text, key: undefined }),
    changePictures: (change: (before: Draft['pictures']) => Draft['pictures']) =>
      setDraft((before) => {
        const next = { ...before, pictures: change(before.pictures), key: undefined };
        writeDraft(place, next);
        return next;
      }),
    /** Idempotency key: the same until the draft changes, however often it is sent. */
    sendKey: () => {
      const key = draft.key ?? newKey();
      set({ ...draft, key });
      return key;
    },
    clear: () => set({ text: '', pictures: [], key: undefined }),
  };
}

// crypto.randomUUID is there on https only
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Tells the form at a place, its `detail`, that a passage was put in. */
const quoted = 'mojian:quoted';

const longest = 200;

/** A passage as Markdown quotes it: no blank lines, and of a long one the beginning. */
export function quotationOf(passage: string) {
  const lines = passage.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const characters = Array.from(lines.filter(Boolean).join('\n'));
  const short =
    characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : characters.join('');
  return short.replaceAll(/^/gm, '> ');
}

/** Puts a passage behind what is being written at a place. */
export function quoteAt(place: string, passage: string) {
  const draft = readDraft(place);
  const before = draft.text.trimEnd();
  const text = `${before}${before && '\n\n'}${quotationOf(passage)}\n\n`;
  writeDraft(place, { ...draft, text, key: undefined });
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

/** Three clicks select up to the beginning of what follows. */
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

function elementOf(node: Node) {
  return node instanceof Element ? node : node.parentElement;
}

/** Calls back once a passage was put into the form at this place. */
export function useQuoted(place: string, act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    // after the form has shown it
    const onQuoted = ({ detail }: Event & { detail?: string }) =>
      detail === place && requestAnimationFrame(() => latest.current());
    addEventListener(quoted, onQuoted);
    return () => removeEventListener(quoted, onQuoted);
  }, [place]);
}
