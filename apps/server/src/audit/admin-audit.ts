import type { AuditRow, audit } from '@mojian/contract/admin/audit';
import type { Input } from '@mojian/contract/endpoint';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import * as queries from './admin-audit.queries.ts';
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

/** With what was acted upon by the name it has now. */
export async function presentActs(db: Db, rows: Row[]): Promise<AuditRow[]> {
  const titles = await listTitles(
    db,
    rows.map(({ subject }) => subject),
  );
  return rows.map((row) => present(row, titles.get(row.subject) ?? ''));
}

function present({ id, actorId, actor, act, subject, before, after, createdAt }: Row, title: string): AuditRow {
  return {
    ...{ id, act, subject, title },
    actor: { id: actorId, name: actor },
    before: before === '' ? null : JSON.parse(before),
    after: after === '' ? null : JSON.parse(after),
    createdAt: isoTime(createdAt),
  };
}
