import { Failure } from '@mojian/contract/platform/failures';
import { type SqlBool, sql } from 'kysely';
import { chinaTime } from '../../platform/dates.ts';
import { compiledOnce } from '../../platform/db/compiled.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

type MuteColumns = Pick<Schema['users'], 'mutedAt' | 'mutedUntil'>;

export function isMuted({ mutedAt, mutedUntil }: MuteColumns, now: number) {
  return mutedAt !== null && (mutedUntil === null || mutedUntil > now);
}

/** SQL condition on `users`: not muted at this time. Never null, so it may be negated. */
export function unmuted(now: number) {
  return sql<SqlBool>`(users."mutedAt" is null
    or (users."mutedUntil" is not null and users."mutedUntil" <= ${now}))`;
}

export function muteText(mutedUntil: number | null) {
  return mutedUntil === null ? '永久禁言' : `禁言到 ${chinaTime(mutedUntil)}`;
}

/** @throws Failure not-allowed, with end and reason, for a muted member */
export async function refuseMuted(db: Db, { id }: Pick<Viewer, 'id'>) {
  const [member] = await muteOf(db, { id });
  if (!member || !isMuted(member, Date.now())) return;
  const { mutedUntil, mutedReason } = member;
  throw new Failure(
    'not-allowed',
    `你已被${muteText(mutedUntil)}，现在不能发表。原因：${mutedReason}。有疑问请联系站长。`,
  );
}

const muteOf = compiledOnce((db, { id }: { id: number }) =>
  db.selectFrom('users').select(['mutedAt', 'mutedUntil', 'mutedReason']).where('id', '=', id),
);
