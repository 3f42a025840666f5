import { Failure } from '@mojian/contract/platform/failures';
import { updateUser } from '../../core/identity/user-rows.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

type Preferences = {
  mailOnReply?: boolean | undefined;
  mailOnArticle?: boolean | undefined;
  showsCollects?: boolean | undefined;
  keepsCamera?: boolean | undefined;
};

/**
 * Stores what is given; the member's page shows collections, or none, at once.
 * @throws Failure not-allowed naming `keepsCamera` where the site keeps nothing of cameras
 */
export async function changePreferences(db: Db, viewer: Viewer, preferences: Preferences) {
  const { mailOnReply, mailOnArticle, showsCollects, keepsCamera } = preferences;
  if (keepsCamera && !(await readSettings(db)).uploads.camera)
    throw new Failure('not-allowed', '本站不保留拍摄参数', 'keepsCamera');
  const wanted = {
    ...(mailOnReply !== undefined && { mailOnReply: Number(mailOnReply) }),
    ...(mailOnArticle !== undefined && { mailOnArticle: Number(mailOnArticle) }),
    ...(showsCollects !== undefined && { showsCollects: Number(showsCollects) }),
    ...(keepsCamera !== undefined && { keepsCamera: Number(keepsCamera) }),
  };
  if (Object.keys(wanted).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, viewer.id, wanted);
    if (showsCollects !== undefined) await enqueue(trx, 'drop-pages', { tags: [`user:${viewer.id}`] });
  });
}
