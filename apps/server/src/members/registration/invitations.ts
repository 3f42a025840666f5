import { randomInt } from 'node:crypto';
import type { Invitation } from '@mojian/contract/members/registration';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { dayLength } from '@mojian/contract/platform/time';
import { findActorName, recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './registration.queries.ts';

type Deps = { db: Db; siteUrl: string };
type Row = Awaited<ReturnType<typeof queries.selectInvitations>>[number];

/** Without look-alikes. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 12;

export function listInvitations({ db, siteUrl }: Deps, query: PageQuery) {
  return findPage(query, {
    list: (slice) => queries.selectInvitations(db, slice),
    count: () => queries.countInvitations(db),
    present: (row) => present(row, siteUrl),
  });
}

export function invite({ db, siteUrl }: Deps, viewer: Viewer, wanted: { uses: number; days: number; note: string }) {
  return db.transaction().execute(async (trx) => {
    const { uses, days, note } = wanted;
    const now = Date.now();
    const creator = await findActorName(trx, viewer);
    const whose = { creatorId: viewer.id, creator, createdAt: now };
    const row = await queries.insertInvitation(trx, {
      code: newCode(),
      note,
      uses,
      expiresAt: now + days * dayLength,
      revokedAt: null,
      ...whose,
    });
    await recordAct(trx, viewer, { act: 'users.invite', subject: `invitation:${row.id}`, after: { uses, days, note } });
    return present(row, siteUrl);
  });
}

/** @throws Failure not-found for one already revoked. Registered members stay. */
export async function revokeInvitation(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const revoked = await queries.revoke(trx, id, Date.now());
    if (!revoked) throw new Failure('not-found', '没有这个邀请码，或已作废', 'id');
    await recordAct(trx, viewer, { act: 'users.revoke', subject: `invitation:${id}`, before: { note: revoked.note } });
  });
}

/** @throws Failure naming `invitation` for an invalid one. */
export async function requireInvitation(db: Db, code: string | undefined) {
  if (!code) throw new Failure('invalid-input', '请输入邀请码', 'invitation');
  if (!(await queries.findGood(db, code, Date.now()))) throw invalidInvitation();
}

/** Counts one use, in the transaction that makes the member. @throws Failure when it was used up meanwhile. */
export async function useInvitation(trx: Trx, code: string) {
  if (!(await queries.useUp(trx, code, Date.now()))) throw invalidInvitation();
}

function invalidInvitation() {
  return new Failure('invalid-input', '邀请码不对，或已经用完、过期、作废', 'invitation');
}

function newCode() {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function present(row: Row, siteUrl: string): Invitation {
  const { id, code, note, uses, used, creator } = row;
  return {
    id,
    code,
    note,
    uses,
    used,
    creator,
    link: `${siteUrl}/?invite=${code}`,
    expiresAt: isoTime(row.expiresAt),
    state: stateOf(row),
    createdAt: isoTime(row.createdAt),
  };
}

function stateOf({ revokedAt, used, uses, expiresAt }: Pick<Row, keyof Schema['invitations'] & keyof Row>) {
  if (revokedAt !== null) return 'revoked';
  if (used >= uses) return 'used';
  return expiresAt <= Date.now() ? 'over' : 'good';
}
