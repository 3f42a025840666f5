import type { Db } from '../db/schema.ts';
import { isStaff, type Viewer } from '../http/viewer.ts';
import { readSettings } from '../site/settings.ts';

/** Whether the group is there for this viewer, or visitor. Closed, it is there for nobody, whoever they are. */
export async function mayReadGroup(db: Db, viewer: Viewer | null) {
  const { group } = (await readSettings(db)).chat;
  return group === 'open' || (group !== 'closed' && viewer !== null);
}

/** Why this member cannot write in the group now; '' where they can. */
export async function whyNotInGroup(db: Db, viewer: Viewer) {
  const { group } = (await readSettings(db)).chat;
  if (group === 'closed') return '公共聊天室没有开放';
  return group === 'muted' && !isStaff(viewer) ? '公共聊天室现在只有管理员可以说话' : '';
}
