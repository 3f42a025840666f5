import type { Say } from '@mojian/contract/community/says';
import type { Upload as Uploaded } from '@mojian/contract/core/uploads';
import { useEffect, useRef, useState } from 'react';
import { readKept, writeKept } from '../../../../storage/stored-json.ts';
import { plainAddress } from '../../../../ui/shown-pictures.tsx';
import type { SayParts } from '../says.ts';

export type SayDraft = {
  text: string;
  /** Uploaded pictures, in their order. */
  pictures: Say['pictures'];
  place: string;
  isPublic: boolean;
  /** By this the server knows a say that was sent before: made for the first try, and new when something changes. */
  key?: string | undefined;
};

export const emptyDraft: SayDraft = { text: '', pictures: [], place: '', isPublic: true };

/** Whose draft, and of what: a new say, or the one that is being changed. */
export function draftName(userId: number, sayId: number | undefined) {
  return `say-draft ${userId} ${sayId ?? 'new'}`;
}

/** What was begun outlives a reload, a login on the way and a crash of the browser. */
function readDraft(name: string) {
  return readKept<SayDraft>('localStorage', name);
}

/** What differs in nothing from what was there `before` is not worth keeping. */
function keepDraft(name: string, draft: SayDraft, before: SayDraft) {
  const { key: _, ...now } = draft;
  const { key: __, ...then } = before;
  writeKept('localStorage', name, JSON.stringify(now) === JSON.stringify(then) ? undefined : draft);
}

export function draftOf({ text, pictures, place, isPublic }: Say): SayDraft {
  const plain = pictures.map((picture) => ({ ...picture, url: plainAddress(picture.url) }));
  return { text, pictures: plain, place, isPublic };
}

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

type Upload = (
  file: Blob,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<Uploaded>;

export type NewSayParts = Pick<SayParts, 'calls' | 'reading'> & { upload: Upload };
