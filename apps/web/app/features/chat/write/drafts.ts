import type { ChatMessage } from '@mojian/contract/chat';
import { useSyncExternalStore } from 'react';
import { readKept, writeKept } from '../../../kept-json.ts';

/** What was begun in a room and not sent. */
export type ChatDraft = { text: string; quote: ChatMessage | null };

type Drafts = Readonly<Record<number, ChatDraft>>;

export const noDraft: ChatDraft = { text: '', quote: null };
const none: Drafts = {};
const watchers = new Set<() => void>();
let shown: { meId: number; drafts: Drafts } | undefined;

/** The drafts of a member, by room. They outlive the tab, on this device only. */
export function useDrafts(meId: number): Drafts {
  return useSyncExternalStore(
    watch,
    () => draftsOf(meId),
    () => none,
  );
}

/** Keeps a draft; an empty one is forgotten. */
export function writeDraft(meId: number, roomId: number, draft: ChatDraft) {
  // another tab may have written in another room meanwhile
  const { [roomId]: _, ...others } = readKept<Drafts>('localStorage', nameOf(meId)) ?? none;
  const isEmpty = draft.text.trim() === '' && draft.quote === null;
  const drafts = isEmpty ? others : { ...others, [roomId]: draft };
  writeKept('localStorage', nameOf(meId), Object.keys(drafts).length > 0 ? drafts : undefined);
  shown = { meId, drafts };
  for (const tell of watchers) tell();
}

export function draftsOf(meId: number): Drafts {
  if (shown?.meId !== meId) shown = { meId, drafts: readKept<Drafts>('localStorage', nameOf(meId)) ?? none };
  return shown.drafts;
}

const nameOf = (meId: number) => `chat drafts ${meId}`;

function watch(onChange: () => void) {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
