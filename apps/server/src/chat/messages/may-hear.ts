import { isModerator } from '../../community/comments/comments.policy.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayReadGroup } from './group-mode.ts';

/**
 * Whether a stream may listen to a topic of the chat now. It is asked when the stream opens and again whenever the
 * settings or the viewer may have changed: the owner can close the group under those who listen.
 */
export async function mayHear(db: Db, topic: string, viewer: Viewer | null): Promise<boolean> {
  if (topic === 'group') return mayReadGroup(db, viewer);
  if (topic === 'staff') return isModerator(viewer);
  if (topic === 'presence') return viewer !== null;
  return !topic.startsWith('user:') || topic === `user:${viewer?.id}`;
}
