import { Failure } from '@mojian/contract/platform/failures';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Parts, type ReadySay, readySay, type SentSay } from './ready-say.ts';
import * as policy from './says.policy.ts';
import { insertOnce } from './write-say.ts';
import { findSent } from './writing.queries.ts';

/**
 * Says something. What the same member sent with the same `key` before is answered again and not written twice.
 * @throws Failure not-allowed for who may not; blaming `text`, `place` or `pictures`.
 */
export async function postSay(parts: Parts, viewer: Viewer, sent: SentSay & { key?: string | undefined }) {
  await requirePosting(parts.db, viewer);
  const key = sent.key || null;
  const before = key === null ? undefined : await findSent(parts.db, viewer.id, key);
  if (before) return { id: before.id, held: before.state === 'held' };
  const ready = await readySay(parts, viewer, sent);
  return parts.db.transaction().execute((trx) => keep(trx, viewer, ready, key));
}

async function keep(trx: Trx, { id: authorId }: Viewer, { rendered, ...say }: ReadySay, sendKey: string | null) {
  const id = await insertOnce(trx, { ...say, authorId, sendKey }, rendered);
  if (id !== undefined) return { id, held: say.state === 'held' };
  const first = await findSent(trx, authorId, sendKey ?? '');
  return { id: first?.id ?? 0, held: first?.state === 'held' };
}

export async function mayPost(db: Db, viewer: Viewer) {
  return policy.mayPost(viewer, (await readSettings(db)).says);
}

/** @throws Failure not-allowed. */
export async function requirePosting(db: Db, viewer: Viewer) {
  if (!(await mayPost(db, viewer))) throw new Failure('not-allowed', '站长没有开放发说说');
}
