import type { ActName } from '@mojian/contract/core/acts';
import { type Insertable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Table, Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** An audited act: noun and verb, subject, and values before and after. */
export type Act = { act: ActName; subject?: string; before?: unknown; after?: unknown };

/** Records an act in its transaction. The command line records nothing. */
export type Recording = (trx: Trx) => Promise<void>;

export function recording(viewer: Viewer, act: Act): Recording {
  return (trx) => recordAct(trx, viewer, act);
}

/** Name under which the actor is remembered. */
export function findActorName(trx: Trx, { id }: Viewer) {
  return findNickname(trx, id);
}

/** Records an act, in the transaction that performs it. */
export async function recordAct(trx: Trx, viewer: Viewer, { act, subject = '', before, after }: Act) {
  const nickname = await findNickname(trx, viewer.id);
  const actor = viewer.key ? `${nickname}（钥匙「${viewer.key.name}」）` : nickname;
  await insertAct(trx, { actorId: viewer.id, actor, act, subject, ...valuesOf(before, after), createdAt: Date.now() });
}

/** Records an act of somebody whose id may differ in a restored database. */
export async function recordActOf(trx: Trx, actor: string, { act, subject = '', before, after }: Act) {
  await insertAct(trx, { actorId: null, actor, act, subject, ...valuesOf(before, after), createdAt: Date.now() });
}

/** Name of a viewer in the audit log. */
export function actorOf(db: Db, viewer: Viewer) {
  return findNickname(db, viewer.id);
}

function valuesOf(before: unknown, after: unknown) {
  const values = trimValues(before, after);
  const serialize = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  return { before: serialize(values.before), after: serialize(values.after) };
}

async function insertAct(trx: Trx, act: Insertable<Schema['auditLog']>) {
  await trx.insertInto('auditLog').values(act).execute();
}

async function findNickname(trx: Db | Trx, userId: number) {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return nickname;
}

const secret = /password|passphrase|secret|token|aeskey|hash$|^(?:key|code)$/i;
const mask = '••••';
const newMask = '••••（换过）';
const maxTextLength = 1000;
const around = 60;

/**
 * Prepares values for storage: secrets are masked at any depth and reduced to whether they changed; long texts keep the
 * part around the change.
 */
function trimValues(before: unknown, after: unknown) {
  return { before: trimValue(before, after, { isNew: false }), after: trimValue(after, before, { isNew: true }) };
}

type Side = { isNew: boolean; name?: string };

function trimValue(value: unknown, other: unknown, side: Side): unknown {
  if (Array.isArray(value)) return value.map((part, at) => trimValue(part, partOf(other, at), side));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, trimValue(part, partOf(other, name), { ...side, name })]),
    );
  if (secret.test(side.name ?? '')) return masked(value, other, side);
  return typeof value === 'string' ? cut(value, typeof other === 'string' ? other : '') : value;
}

function partOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
}

/** Masks a secret; an empty one stays empty. */
function masked(value: unknown, other: unknown, { isNew }: Side) {
  if (value === '' || value === null || typeof value === 'boolean') return value;
  return isNew && other !== undefined && other !== value ? newMask : mask;
}

function cut(text: string, other: string) {
  if (text.length <= maxTextLength) return text;
  const start = Math.max(0, sameUpTo(text, other) - around);
  const rest = text.slice(start, start + maxTextLength);
  return `${start > 0 ? '…' : ''}${rest}${start + maxTextLength < text.length ? '…' : ''}（共 ${text.length} 字）`;
}

function sameUpTo(one: string, other: string) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at === one.length ? 0 : at;
}

/** A described table whose rows acts of the staff are about. */
export type SubjectTable = Pick<Table, 'name'> & { subject: NonNullable<Table['subject']> };

/** Audit fields of a writing: its beginning, which may be gone afterwards. */
export async function recordingOf(
  db: Db,
  viewer: Viewer,
  { act, table, id }: { act: ActName; table: SubjectTable; id: number },
) {
  const [row] = await listTitles(db, table, [id]);
  const text = row?.title;
  return recording(viewer, { act, subject: `${table.subject.kind}:${id}`, ...(text && { before: { text } }) });
}

const maxTitleLength = 80;

/** Titles by subject; none for rows that are gone or unnamed. */
export async function listSubjectTitles(db: Db, tables: Tables, subjects: string[]) {
  const titles = new Map<string, string>();
  const ids = Map.groupBy(new Set(subjects), (subject) => subject.split(':')[0]);
  for (const { name, subject } of Object.values(tables)) {
    const those = subject && ids.get(subject.kind);
    if (!those) continue;
    const numbers = those.map((one) => Number(one.slice(subject.kind.length + 1))).filter(Number.isSafeInteger);
    for (const { id, title } of await listTitles(db, { name, subject }, numbers))
      titles.set(`${subject.kind}:${id}`, title);
  }
  return titles;
}

async function listTitles(db: Db, { name, subject: { title, isNamed } }: SubjectTable, ids: number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; title: string }>`select id, ${sql.ref(title)} as title
    from ${sql.table(name)} where id in (${sql.join(ids)}) and ${isNamed ?? sql`1 = 1`}`.execute(db);
  return rows.map((row) => ({ id: row.id, title: [...row.title].slice(0, maxTitleLength).join('') }));
}
