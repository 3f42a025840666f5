import type { ActName } from '@mojian/contract/admin/acts';
import type { Db } from '../db/schema.ts';
import { each } from '../http/batch.ts';
import type { Viewer } from '../http/viewer.ts';
import { type Recording, recording } from './audit.ts';
import { findTitle } from './subjects.queries.ts';

/** `kind`: what is before the number in the records, as `comment:7`. */
type Asked = { ids: number[]; act: ActName; kind: string };

/** Does one thing to each of what people wrote, and writes down who did and what it said: it may be gone afterwards. */
export function eachRecorded(
  db: Db,
  viewer: Viewer,
  { ids, act, kind }: Asked,
  settle: (id: number, record: Recording) => Promise<unknown>,
) {
  return each(ids, async (id) => {
    const subject = `${kind}:${id}`;
    const text = await findTitle(db, subject);
    return settle(id, recording(viewer, { act, subject, ...(text && { before: { text } }) }));
  });
}
