import type { AuditRow, audit } from '@mojian/contract/core/audit';
import type { Input } from '@mojian/contract/platform/endpoint';
import type { Db } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import * as queries from './admin-audit.queries.ts';
import { listMerged } from './merged.queries.ts';
import { listTitles } from './subjects.queries.ts';

type Query = Input<typeof audit.list>['query'];
type Row = Awaited<ReturnType<typeof queries.listActs>>[number];

const year = 365 * 24 * 3_600_000;

/** What was done in the back office, the newest first. */
export async function listAudit(db: Db, query: Query) {
  const now = Date.now();
  const [rows, total] = await Promise.all([
    queries.listActs(db, query, now, sliceOf(query)),
    queries.countActs(db, query, now),
  ]);
  return inPages(await presentActs(db, rows), total, query);
}

/** What was done over a year ago is forgotten. */
export function forgetOldActs(db: Db, now = Date.now()) {
  return queries.deleteActsBefore(db, now - year);
}

/** With what was acted upon by the name it has now; of a merged account by both. */
export async function presentActs(db: Db, rows: Row[]): Promise<AuditRow[]> {
  const subjects = rows.map(({ subject }) => subject);
  const merged = await listMerged(db);
  const nowOf = (subject: string) => merged.get(subject)?.into ?? subject;
  const titles = await listTitles(db, subjects.map(nowOf));
  return rows.map((row) => {
    const now = nowOf(row.subject);
    const [was, title] = [merged.get(row.subject)?.name, titles.get(now)];
    return { ...present(row), title: nameOf(was, title), now: title === undefined ? '' : now };
  });
}

function nameOf(was: string | undefined, title = '') {
  if (was === undefined) return title;
  return title === '' ? was : `${was}（已并入${title}）`;
}

function present({ id, actorId, actor, act, subject, before, after, createdAt }: Row): Omit<AuditRow, 'title' | 'now'> {
  return {
    ...{ id, act, subject },
    actor: { id: actorId, name: actor },
    before: before === '' ? null : JSON.parse(before),
    after: after === '' ? null : JSON.parse(after),
    createdAt: isoTime(createdAt),
  };
}
