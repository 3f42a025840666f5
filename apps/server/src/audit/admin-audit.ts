import type { AuditRow, audit } from '@mojian/contract/admin/audit';
import type { Input } from '@mojian/contract/endpoint';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import * as queries from './admin-audit.queries.ts';

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
  const titles = await titlesOf(db, rows);
  return inPages(
    rows.map((row) => present(row, titles.get(row.subject) ?? '')),
    total,
    query,
  );
}

/** What was done over a year ago is forgotten. */
export function forgetOldActs(db: Db, now = Date.now()) {
  return queries.deleteActsBefore(db, now - year);
}

/** What members and articles that were acted upon are called now, by subject. */
async function titlesOf(db: Db, rows: Row[]) {
  const idsOf = (kind: string) =>
    [...new Set(rows.map(({ subject }) => subject))]
      .filter((subject) => subject.startsWith(`${kind}:`))
      .map((subject) => Number(subject.slice(kind.length + 1)))
      .filter(Number.isSafeInteger);
  const [names, titles] = await Promise.all([
    queries.listNames(db, idsOf('user')),
    queries.listTitles(db, idsOf('article')),
  ]);
  const named = (kind: string, known: Map<number, string>) =>
    [...known].map(([id, title]) => [`${kind}:${id}`, title] as [string, string]);
  return new Map<string, string>([...named('user', names), ...named('article', titles)]);
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
