import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SettingsGroup } from '../../core/settings/settings.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { insertValue, readValue, replaceValue } from '../../platform/db/stored-values.ts';
import type { SampleSite } from './sample-content.ts';

/** Columns whose change the owner would notice; tables in the order of removal. */
const comparedColumns = {
  chatMessages: ['text', 'state'],
  comments: ['text', 'removedAt'],
  articles: ['title', 'summary', 'markdown', 'updatedAt', 'removedAt'],
  categories: ['name', 'intro'],
  navigationSites: ['name', 'url', 'intro'],
  navigationGroups: ['name'],
  links: ['groupName', 'name', 'url', 'intro'],
  says: ['text', 'isPublic'],
  boardMessages: ['nickname', 'text'],
  users: ['nickname', 'intro', 'role'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type SampleTable = keyof typeof comparedColumns;

export const sampleTables = Object.keys(comparedColumns) as SampleTable[];

/** Marks a row as sample with a fingerprint; marking again changes nothing. */
export async function rememberRow(trx: Trx, table: SampleTable, id: number) {
  const print = await fingerprintOfRow(trx, table, id);
  if (print !== undefined) await remember(trx, table, id, print);
}

/** Unmarks a row that somebody made their own, though it may look as before. */
export async function forgetRow(trx: Trx, table: SampleTable, id: number) {
  await trx.deleteFrom('sampleRows').where('kind', '=', table).where('rowId', '=', id).execute();
}

export async function hasSample(db: Db) {
  return (await db.selectFrom('sampleRows').select('rowId').limit(1).executeTakeFirst()) !== undefined;
}

export function sampleSettings(site: Omit<SampleSite, 'says'>) {
  const { name, tagline, description, author, motto, announcement, about } = site;
  return {
    identity: { name, tagline, description },
    author: { name: author.nickname, intro: author.intro, place: author.place, motto },
    announcement: { text: announcement },
    about: { text: about },
  };
}

/** Settings have no row id: each group is a kind of its own. */
export async function rememberSettings(trx: Trx, group: SettingsGroup) {
  const print = await fingerprintOfSettings(trx, group);
  if (print !== undefined) await remember(trx, settingsKind(group), 0, print);
}

/** Undefined when the row is gone. */
export async function fingerprintOfRow(db: Db, table: SampleTable, id: number) {
  const columns = sql.join(comparedColumns[table].map((column) => sql.ref(column)));
  const { rows } = await sql<object>`select ${columns} from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0] && fingerprint(Object.values(rows[0]));
}

async function fingerprintOfSettings(db: Db, group: SettingsGroup) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', group).executeTakeFirst();
  return row && fingerprint(row.value);
}

export function settingsKind(group: SettingsGroup) {
  return `settings.${group}`;
}

export function sampleKey(slug: string) {
  return `sample:${slug}`;
}

async function remember(trx: Trx, kind: string, rowId: number, print: string) {
  await trx
    .insertInto('sampleRows')
    .values({ kind, rowId, fingerprint: print })
    .onConflict((known) => known.columns(['kind', 'rowId']).doNothing())
    .execute();
}

function fingerprint(value: unknown) {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Undefined for a database never filled. */
type Progress = 'filling' | 'done';

const name = 'firstSite';

export async function readFillProgress(db: Db): Promise<Progress | undefined> {
  const value = await readValue(db, name);
  return value === undefined ? undefined : JSON.parse(value).progress;
}

/** True for one caller; a concurrent process waits here and gets false. */
export function begin(trx: Trx) {
  return insertValue(trx, name, stored('filling'));
}

/** True for one caller. */
export function finishFilling(trx: Trx) {
  return replaceValue(trx, name, stored('filling'), stored('done'));
}

function stored(progress: Progress) {
  return JSON.stringify({ progress });
}
