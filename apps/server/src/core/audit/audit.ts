import type { ActName } from '@mojian/contract/core/acts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findNickname, insertAct } from './audit.queries.ts';
import { toldValues } from './told-values.ts';

/** What somebody did in the back office: noun and verb, what it was done to, and what that was before and after. */
export type Act = { act: ActName; subject?: string; before?: unknown; after?: unknown };

/** Told in the transaction of an act, so that it is written down with it. The command line records nothing. */
export type Recording = (trx: Trx) => Promise<void>;

export function recording(viewer: Viewer, act: Act): Recording {
  return (trx) => recordAct(trx, viewer, act);
}

/** By what name they are remembered, should they go. */
export function findActorName(trx: Trx, { id }: Viewer) {
  return findNickname(trx, id);
}

/** Writes an act down, in the transaction that does it: what did not happen is not told, what happened is. */
export async function recordAct(trx: Trx, viewer: Viewer, { act, subject = '', before, after }: Act) {
  const actor = await findNickname(trx, viewer.id);
  await insertAct(trx, { actorId: viewer.id, actor, act, subject, ...valuesOf(before, after), createdAt: Date.now() });
}

/** The same of somebody whom the site, being another one since, may not know by their number. */
export async function recordActOf(trx: Trx, actor: string, { act, subject = '', before, after }: Act) {
  await insertAct(trx, { actorId: null, actor, act, subject, ...valuesOf(before, after), createdAt: Date.now() });
}

/** What somebody is called in the records. */
export function actorOf(db: Db, viewer: Viewer) {
  return findNickname(db, viewer.id);
}

function valuesOf(before: unknown, after: unknown) {
  const told = toldValues(before, after);
  const kept = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  return { before: kept(told.before), after: kept(told.after) };
}
