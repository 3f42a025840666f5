import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listChangesFor } from './feed.ts';
import { currentSeq } from './sequence.ts';

const atOnce = 200;

/** What is new or changed in the viewer's rooms since a number of the chat, and up to which number that is all. */
export async function listChanges(db: Db, viewer: Viewer, since: number) {
  const latest = await currentSeq(db); // before the rows: what comes meanwhile is told again, not missed
  const found = await listChangesFor(db, viewer, since, atOnce + 1);
  const records = found.slice(0, atOnce);
  const more = found.length > atOnce;
  return { records, more, seq: more ? (records.at(-1)?.seq ?? since) : Math.max(latest, since) };
}
