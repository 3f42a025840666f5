import { featureOffText } from '@mojian/contract/core/features';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';

/** Whether the group is there for this viewer, or visitor. Off, it is there for nobody, whoever they are. */
export async function mayReadGroup(db: Db, viewer: Viewer | null) {
  const { chat, features } = await readSettings(db);
  return features.group && (chat.group === 'open' || viewer !== null);
}

export type ChatKind = 'group' | 'private';

/** Which kinds of rooms this member may read in at present. */
export async function readableKinds(db: Db, viewer: Viewer): Promise<ChatKind[]> {
  const kinds: [ChatKind, boolean][] = [
    ['group', await mayReadGroup(db, viewer)],
    ['private', await hasFeature(db, 'privateChat')],
  ];
  return kinds.filter(([, isReadable]) => isReadable).map(([kind]) => kind);
}

/** Why this member cannot write in the group now; '' where they can. */
export async function whyNotInGroup(db: Db, viewer: Viewer) {
  const { chat, features } = await readSettings(db);
  if (!features.group) return featureOffText('group');
  return chat.group === 'muted' && !isStaff(viewer) ? '公共聊天室现在只有管理员可以说话' : '';
}
