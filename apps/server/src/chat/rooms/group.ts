import { Failure } from '@mojian/contract/platform/failures';
import { readSettings } from '../../core/settings/settings.ts';
import { groupNameIn } from '../../core/settings/site.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findGroup } from './rooms.queries.ts';

/**
 * The group, for whoever may read along.
 * @throws Failure signed-out for a visitor where only members may.
 */
export async function openGroup(db: Db, viewer: Viewer | null) {
  const { group } = (await readSettings(db)).chat;
  if (!viewer && group !== 'open') throw new Failure('signed-out', '登录后才能看公共聊天室');
  return findGroup(db);
}

export async function groupName(db: Db) {
  return groupNameIn(await readSettings(db));
}
