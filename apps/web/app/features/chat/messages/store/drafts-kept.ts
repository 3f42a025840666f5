import { readKept, writeKept } from '../../../../kept-json.ts';

/** What a member has begun to write, by room. It stays in this browser until it is sent. */
export function readDrafts(memberId: number): ReadonlyMap<number, string> {
  return new Map(readKept<[number, string][]>('localStorage', nameFor(memberId)) ?? []);
}

/** Other windows may have begun something in other rooms: only this room's draft changes. */
export function writeDraft(memberId: number, roomId: number, text: string): ReadonlyMap<number, string> {
  const drafts = new Map(readDrafts(memberId));
  if (text.trim() === '') drafts.delete(roomId);
  else drafts.set(roomId, text);
  writeKept('localStorage', nameFor(memberId), drafts.size > 0 ? [...drafts] : undefined);
  return drafts;
}

function nameFor(memberId: number) {
  return `chat drafts ${memberId}`;
}
