import type { Say } from '@mojian/contract/community/says';
import { readKept, writeKept } from '../../../../kept-json.ts';
import { plainAddress } from '../../../../ui/shown-pictures.ts';

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
export function readDraft(name: string) {
  return readKept<SayDraft>('localStorage', name);
}

/** What differs in nothing from what was there `before` is not worth keeping. */
export function keepDraft(name: string, draft: SayDraft, before: SayDraft) {
  const { key: _, ...now } = draft;
  const { key: __, ...then } = before;
  writeKept('localStorage', name, JSON.stringify(now) === JSON.stringify(then) ? undefined : draft);
}

export function draftOf({ text, pictures, place, isPublic }: Say): SayDraft {
  const plain = pictures.map((picture) => ({ ...picture, url: plainAddress(picture.url) }));
  return { text, pictures: plain, place, isPublic };
}
