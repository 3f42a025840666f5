import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import { findSeen } from './find-seen.ts';
import { insertHidden } from './hide-message.queries.ts';

/**
 * Deletes a message for the viewer alone; others see it still. The viewer's other windows ask anew.
 * @throws Failure not-found for what the viewer does not see.
 */
export async function hideMessage(db: Db, viewer: Viewer, id: number) {
  const { room } = await findSeen(db, viewer, id);
  await db.transaction().execute((trx) => hide(trx, viewer, { id, roomId: room.id }));
}

async function hide(trx: Trx, viewer: Viewer, { id, roomId }: { id: number; roomId: number }) {
  await insertHidden(trx, viewer.id, id);
  await tell(trx, { topic: `user:${viewer.id}`, type: 'room', id: roomId });
}
