import type { Db, Trx } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';

/** A room somebody speaks in; `peerId` is the other one of a private room. */
export type SpokenIn = { id: number; kind: 'group' | 'private'; askedBy: number | null; peerId: number | null };

/** Why this member cannot write in this room now, in one Chinese line for the screen; '' where they can. */
export async function whyNotSpeak(_db: Db | Trx, _viewer: Viewer, _room: SpokenIn): Promise<string> {
  return '';
}

export type Spoken = { text: string; hasPicture: boolean };

/**
 * The text as it may be shown, and whether it waits for the staff.
 * @throws Failure where this member may not say it here, naming the field.
 */
export async function judgeSpoken(_db: Db, _viewer: Viewer, _room: SpokenIn, { text }: Spoken) {
  return { state: 'shown' as 'shown' | 'held', text, reasons: [] as string[] };
}
