import type { Passkey } from '@mojian/contract/members/passkeys';
import { Failure } from '@mojian/contract/platform/failures';
import type { Selectable } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireWayIn } from '../accounts/ways-in.ts';
import * as queries from './passkeys.queries.ts';

/** The viewer's own, the oldest first. */
export async function listPasskeys(db: Db, viewer: Viewer): Promise<Passkey[]> {
  return (await queries.listPasskeys(db, viewer.id)).map(toPasskey);
}

export async function renamePasskey(db: Db, viewer: Viewer, { id, name }: { id: number; name: string }) {
  if ((await queries.updateName(db, viewer.id, id, name)) === 0) throw notThere();
}

/** @throws Failure not-found for one that is not the viewer's, not-allowed for their last way to log in. */
export async function removePasskey(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    if ((await queries.deletePasskey(trx, viewer.id, id)) === 0) throw notThere();
    await requireWayIn(trx, viewer.id);
  });
}

export function toPasskey({ id, name, createdAt, usedAt }: Selectable<Schema['passkeys']>): Passkey {
  return { id, name, createdAt: isoTime(createdAt), usedAt: usedAt === null ? null : isoTime(usedAt) };
}

function notThere() {
  return new Failure('not-found', '没有这把通行密钥', 'id');
}
