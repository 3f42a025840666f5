import type { Say } from '@mojian/contract/community/says';
import type { Upload as Uploaded } from '@mojian/contract/core/uploads';
import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import { plainAddress } from '../../../../ui/shown-pictures.tsx';
import type { SayDeps } from '../says.ts';

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

/** Storage name of a draft: by member, and by the say being edited. */
export function draftName(userId: number, sayId: number | undefined) {
  return `say-draft ${userId} ${sayId ?? 'new'}`;
}

/** Reads the stored draft, which survives a reload, a login and a crash. */
function readDraft(name: string) {
  return readStored<SayDraft>('localStorage', name);
}

/** Stores a draft; one equal to `before` is removed. */
function keepDraft(name: string, draft: SayDraft, before: SayDraft) {
  const { key: _, ...now } = draft;
  const { key: __, ...then } = before;
  writeStored('localStorage', name, JSON.stringify(now) === JSON.stringify(then) ? undefined : draft);
}

export function draftOf({ text, pictures, place, isPublic }: Say): SayDraft {
  const plain = pictures.map((picture) => ({ ...picture, url: plainAddress(picture.url) }));
  return { text, pictures: plain, place, isPublic };
}

/** A say as it is being written. `before`: what it was when it was opened. */
export function useSayDraft(name: string, before: SayDraft) {
  const [draft, setDraft] = useState(() => readDraft(name) ?? before);
  const [wasSaved, setSaved] = useState(() => readDraft(name) !== undefined);
  const isSent = useRef(false);
  useEffect(() => {
    if (!isSent.current) keepDraft(name, draft, before);
  }, [name, draft, before]);
  const change = (part: Partial<SayDraft> | ((now: SayDraft) => Partial<SayDraft>)) =>
    setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part), key: undefined }));
  return {
    draft,
    /** Whether a stored draft was restored. */
    wasKept: wasSaved,
    change,
    /** Idempotency key: the same until the draft changes, however often it is sent. */
    sendKey: () => {
      const key = draft.key ?? newKey();
      setDraft((now) => ({ ...now, key }));
      return key;
    },
    /** Removes the stored draft after sending. */
    clear: () => {
      isSent.current = true;
      keepDraft(name, before, before);
    },
    /** As it was when it was opened. */
    reset: () => {
      setDraft(before);
      setSaved(false);
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

export type NewSayDeps = Pick<SayDeps, 'calls' | 'reading'> & { upload: Upload };
