import type { ActName } from '@mojian/contract/core/acts';
import type { Db } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Recording, recordingOf } from '../audit/audit.ts';
import { requireRankOver, type Written } from './rank.ts';

/** `kind`: prefix of the id in the records, as in `comment:7`. */
type BatchInput = { ids: number[]; act: ActName; kind: Written };

/**
 * Performs an act on each writing and records it with the text, which may be gone afterwards. Writings of a higher rank
 * are refused.
 */
export function eachRecorded(
  db: Db,
  viewer: Viewer,
  { ids, act, kind }: BatchInput,
  perform: (id: number, record: Recording) => Promise<unknown>,
) {
  return each(ids, async (id) => {
    if (/\.(hold|remove)$/.test(act)) await requireRankOver(db, viewer, kind, id);
    return perform(id, await recordingOf(db, viewer, { act, kind, id }));
  });
}
