import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';

/** Whether a member has to ask this one first, being a stranger to them, before they may talk. */
export async function mustAsk(_db: Db, _viewer: Viewer, _peerId: number): Promise<boolean> {
  return false;
}
