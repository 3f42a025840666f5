import { updateUser } from '../../core/identity/user-rows.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

type Preferences = { mailOnReply?: boolean | undefined; showsCollects?: boolean | undefined };

/** Stores what is given; the member's page shows collections, or none, at once. */
export async function changePreferences(db: Db, viewer: Viewer, { mailOnReply, showsCollects }: Preferences) {
  const wanted = {
    ...(mailOnReply !== undefined && { mailOnReply: Number(mailOnReply) }),
    ...(showsCollects !== undefined && { showsCollects: Number(showsCollects) }),
  };
  if (Object.keys(wanted).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, viewer.id, wanted);
    if (showsCollects !== undefined) await enqueue(trx, 'drop-pages', { tags: [`user:${viewer.id}`] });
  });
}
