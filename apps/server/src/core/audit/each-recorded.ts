import type { ActName } from '@mojian/contract/core/acts';
import type { Db } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireRankOver, type Written } from '../moderation/rank.ts';
import { type Recording, recording } from './audit.ts';
import { findTitle } from './subjects.queries.ts';

/** `kind`: what is before the number in the records, as `comment:7`. */
type Asked = { ids: number[]; act: ActName; kind: Written };

/**
 * Does one thing to each of what people wrote, and writes down who did and what it said: it may be gone afterwards. What
 * somebody of a higher rank wrote is neither hidden nor removed.
 */
export function eachRecorded(
  db: Db,
  viewer: Viewer,
  { ids, act, kind }: Asked,
  settle: (id: number, record: Recording) => Promise<unknown>,
) {
  return each(ids, async (id) => {
    if (/\.(hold|remove)$/.test(act)) await requireRankOver(db, viewer, kind, id);
    return settle(id, await recordingOf(db, viewer, { act, kind, id }));
  });
}

/** What is written down of one of them: who did it, and how it begins. */
export async function recordingOf(
  db: Db,
  viewer: Viewer,
  { act, kind, id }: { act: ActName; kind: Written; id: number },
) {
  const subject = `${kind}:${id}`;
  const text = await findTitle(db, subject);
  return recording(viewer, { act, subject, ...(text && { before: { text } }) });
}
