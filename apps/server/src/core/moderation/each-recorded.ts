import type { ActName } from '@mojian/contract/core/acts';
import type { Db } from '../../platform/db/schema.ts';
import type { Table } from '../../platform/db/table.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Recording, recordingOf, type SubjectTable } from '../audit/audit.ts';
import { requireRankOver } from './rank.ts';

type BatchInput = { ids: number[]; act: ActName; table: SubjectTable & Pick<Table, 'members'> };

/**
 * Performs an act on each writing and records it with the text, which may be gone afterwards. Writings of a higher rank
 * are refused.
 */
export function eachRecorded(
  db: Db,
  viewer: Viewer,
  { ids, act, table }: BatchInput,
  perform: (id: number, record: Recording) => Promise<unknown>,
) {
  return each(ids, async (id) => {
    if (/\.(hold|remove)$/.test(act)) await requireRankOver(db, viewer, table, id);
    return perform(id, await recordingOf(db, viewer, { act, table, id }));
  });
}
