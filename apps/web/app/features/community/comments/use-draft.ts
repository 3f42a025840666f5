import { useEffect, useState } from 'react';
import { type Draft, readDraft, writeDraft } from './drafts.ts';
import { quoted } from './quote.ts';

/** What is being written at a place, first `begun`; see `drafts.ts` for how long it is kept. */
export function useDraft(place: string, begun = '') {
  const [draft, setDraft] = useState(() => {
    const kept = readDraft(place);
    return kept.text === '' ? { ...kept, text: begun } : kept;
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
    /** The same until the draft changes, however often it is sent. */
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
