import { useEffect, useRef, useState } from 'react';
import { keepDraft, readDraft, type SayDraft } from './say-draft.ts';

/** A say as it is being written. `before`: what it was when it was opened. */
export function useSayDraft(name: string, before: SayDraft) {
  const [draft, setDraft] = useState(() => readDraft(name) ?? before);
  const [wasKept, setKept] = useState(() => readDraft(name) !== undefined);
  const isSent = useRef(false);
  useEffect(() => {
    if (!isSent.current) keepDraft(name, draft, before);
  }, [name, draft, before]);
  const change = (part: Partial<SayDraft> | ((now: SayDraft) => Partial<SayDraft>)) =>
    setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part), key: undefined }));
  return {
    draft,
    /** It was begun earlier. */
    wasKept,
    change,
    /** The same until something changes, however often it is sent. */
    sendKey: () => {
      const key = draft.key ?? newKey();
      setDraft((now) => ({ ...now, key }));
      return key;
    },
    /** It was sent: nothing of it is kept. */
    clear: () => {
      isSent.current = true;
      keepDraft(name, before, before);
    },
    /** As it was when it was opened. */
    reset: () => {
      setDraft(before);
      setKept(false);
    },
  };
}

// crypto.randomUUID is there on https only
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
