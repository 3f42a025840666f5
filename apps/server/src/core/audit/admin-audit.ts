import { Readable } from 'node:stream';
import { actWords, changesOf, fieldName, valueText } from '@mojian/contract/core/acts';
import { type AuditFilter, type AuditRow, type audit, auditFilter } from '@mojian/contract/core/audit';
import type { Input } from '@mojian/contract/platform/endpoint';
import { csvCell } from '@mojian/contract/platform/format';
import { chinaDay, dayLength, yearLength } from '@mojian/contract/platform/time';
import { sql } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import { contains, notPrivate } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { listSubjectTitles, recordAct } from './audit.ts';

type Deps = { db: Db; tables: Tables };
type Query = Input<typeof audit.list>['query'];
type Row = Awaited<ReturnType<typeof listActs>>[number];

/** Lists audited acts, newest first. */
export async function listAudit({ db, tables }: Deps, query: Query) {
  const now = Date.now();
  const [rows, total] = await Promise.all([listActs(db, query, now, sliceOf(query)), countActs(db, query, now)]);
  return inPages(await presentActs({ db, tables }, rows), total, query);
}

/** Deletes acts older than a year. */
export function forgetOldActs(db: Db, now = Date.now()) {
  return deleteActsBefore(db, now - yearLength);
}

/** Adds the current names of the subjects; for merged accounts both. */
async function presentActs({ db, tables }: Deps, rows: Row[]): Promise<AuditRow[]> {
  const subjects = rows.map(({ subject }) => subject);
  const merged = await listMerged(db);
  const nowOf = (subject: string) => merged.get(subject)?.into ?? subject;
  const titles = await listSubjectTitles(db, tables, subjects.map(nowOf));
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
    id,
    act,
    subject,
    actor: { id: actorId, name: actor },
    before: before === '' ? null : JSON.parse(before),
    after: after === '' ? null : JSON.parse(after),
    createdAt: isoTime(createdAt),
  };
}

type Wanted = AuditFilter & { format: 'csv' | 'json' };

const ticketKind = { name: 'audit-file', seconds: 60 };
const atOnce = 500;

/** Issues a single-use download address of the audit log, and audits that. */
export function offerAudit(db: Db, viewer: Viewer, wanted: Wanted) {
  return db.transaction().execute(async (trx) => {
    const after = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '' && value !== 'all'));
    await recordAct(trx, viewer, { act: 'audit.download', after });
    return {
      url: `/v1/admin/audit/file?ticket=${await issueTicket(trx, ticketKind, wanted, { userId: viewer.id })}`,
    };
  });
}

/** Streams the acts a ticket opens, once. */
export async function openAudit({ db, tables }: Deps, ticket: string) {
  const wanted = await takeTicket<Wanted>(db, ticketKind, ticket);
  if (!wanted) return undefined;
  const filter = auditFilter.parse(wanted);
  const { type, write } = forms[wanted.format];
  const name = `mojian-audit-${chinaDay(Date.now())}.${wanted.format}`;
  return { name, type, stream: Readable.from(write(pieces({ db, tables }, filter))) };
}

async function* pieces({ db, tables }: Deps, filter: AuditFilter) {
  const now = Date.now();
  let rows = await listActsAfter(db, filter, { now, limit: atOnce });
  while (rows.length > 0) {
    yield await presentActs({ db, tables }, rows);
    const last = rows.at(-1);
    rows = last && rows.length === atOnce ? await listActsAfter(db, filter, { now, last, limit: atOnce }) : [];
  }
}

type Pieces = ReturnType<typeof pieces>;

const forms = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  json: { type: 'application/json; charset=utf-8', write: asJson },
};

const heads = ['时间', '操作人', '操作', '代号', '对象', '名称', '之前', '之后'];

/** Begins with a byte order mark, by which spreadsheets recognise UTF-8. */
async function* asCsv(acts: Pieces) {
  yield `\uFEFF${heads.map(csvCell).join(',')}\r\n`;
  for await (const some of acts) yield some.map((act) => `${cellsOf(act).map(csvCell).join(',')}\r\n`).join('');
}

/** Renders changes as on screen, a line per field. */
function cellsOf({ createdAt, actor, act, subject, title, before, after }: AuditRow) {
  const changes = changesOf(before, after);
  const values = (side: 'before' | 'after') =>
    changes
      .filter((change) => change[side] !== undefined)
      .map(({ field, ...change }) => {
        const name = fieldName({ act, subject }, field);
        return `${name && `${name}：`}${valueText({ act, subject }, field, change[side])}`;
      })
      .join('\n');
  return [createdAt, actor.name, actWords(act), act, subject, title, values('before'), values('after')];
}

async function* asJson(acts: Pieces) {
  let opening = '[\n';
  for await (const some of acts) {
    yield opening + some.map((act) => JSON.stringify(act)).join(',\n');
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

type Merged = { name: string; into: string };

/** Merged accounts by subject: their former names and the account that lives on. */
async function listMerged(db: Db): Promise<Map<string, Merged>> {
  const rows = await db
    .selectFrom('auditLog')
    .select(['subject', 'before'])
    .where('act', '=', 'users.merge')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const merged = new Map<string, Merged>();
  for (const { subject, before } of rows) {
    const { nickname, number } = JSON.parse(before) as { nickname: string; number: number };
    // merges are resolved transitively: the target may have been merged later
    merged.set(`user:${number}`, { name: nickname, into: merged.get(subject)?.into ?? subject });
  }
  return merged;
}

/** Upper bound, exclusive: lists go from newest to oldest. */
type Last = { createdAt: number; id: number };

function filtered(db: Db, { who, what, subject, days, from, to }: AuditFilter, now: number) {
  let rows = db.selectFrom('auditLog');
  if (who !== '') rows = rows.where(contains('auditLog.actor', who));
  if (what.includes('.')) rows = rows.where('act', '=', what);
  else if (what !== '') rows = rows.where('act', '>=', `${what}.`).where('act', '<', `${what}/`);
  if (/^\w+:\d+$/.test(subject)) rows = rows.where('subject', '=', subject);
  else if (subject !== '') rows = rows.where((eb) => eb.or(namedLike(db, subject)));
  if (days !== 'all') rows = rows.where('auditLog.createdAt', '>', now - Number(days) * dayLength);
  if (from !== '') rows = rows.where('auditLog.createdAt', '>=', startOf(from));
  if (to !== '') rows = rows.where('auditLog.createdAt', '<', startOf(to) + dayLength);
  return rows;
}

/** SQL condition: the subject's present or former name contains a text. */
function namedLike(db: Db, text: string) {
  const users = db.selectFrom('users').select(sql<string>`'user:' || id`.as('subject'));
  const articles = db.selectFrom('articles').select(sql<string>`'article:' || id`.as('subject'));
  return [
    contains('auditLog.subject', text),
    contains('auditLog.before', text),
    contains('auditLog.after', text),
    sql<boolean>`"auditLog".subject in (${users.where(contains('users.nickname', text))})`,
    sql<boolean>`"auditLog".subject in (${articles.where(notPrivate).where(contains('articles.title', text))})`,
  ];
}

/** Start of a day in China. */
function startOf(date: string) {
  return Date.parse(`${date}T00:00:00+08:00`);
}

const newestFirst = (rows: ReturnType<typeof filtered>) =>
  rows
    .select(['id', 'actorId', 'actor', 'act', 'subject', 'before', 'after', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');

function listActs(db: Db, filter: AuditFilter, now: number, { limit, offset }: { limit: number; offset: number }) {
  return newestFirst(filtered(db, filter, now))
    .limit(limit)
    .offset(offset)
    .execute();
}

function listActsAfter(db: Db, filter: AuditFilter, { now, last, limit }: { now: number; last?: Last; limit: number }) {
  const rows = filtered(db, filter, now);
  const rest = last
    ? rows.where(({ eb, or, and }) =>
        or([
          eb('auditLog.createdAt', '<', last.createdAt),
          and([eb('auditLog.createdAt', '=', last.createdAt), eb('id', '<', last.id)]),
        ]),
      )
    : rows;
  return newestFirst(rest).limit(limit).execute();
}

async function countActs(db: Db, filter: AuditFilter, now: number) {
  const { total } = await filtered(db, filter, now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function deleteActsBefore(db: Db, time: number) {
  await db.deleteFrom('auditLog').where('createdAt', '<', time).execute();
}
