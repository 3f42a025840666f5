import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Prepares SQLite for compressed HTML of articles (compressed.ts): an index of what is not compressed yet, and triggers that
 * do not look for pictures in compressed texts but take them for named. Compressing itself changes no pictures.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  if (dialect === 'postgres') return;
  for (const step of [uncompressed, ...fileUses]) await sql.raw(step).execute(db);
}

const uncompressed = `create index "articlesUncompressed" on articles (id)
  where typeof(html) = 'text' and length(html) >= 1000`;

/** Text of an article that all may read, as `publicHtml` of conditions.ts. */
const publicHtml = (row: string) =>
  `(case when ${row}."readType" = 0 and ${row}."openingHtml" = '' then ${row}.html else ${row}."openingHtml" end)`;

const mayName = (row: string) => `(typeof(${publicHtml(row)}) = 'blob' or ${publicHtml(row)} like '%/files/%'
  or ${row}.cover like '%/files/%')`;
const compresses = `typeof(old.html) = 'text' and typeof(new.html) = 'blob'`;
const changes = `(old.cover <> new.cover or (${publicHtml('old')} <> ${publicHtml('new')} and not (${compresses})))`;

/** The triggers of migration 025 on pictures. */
const fileUses = [
  { event: 'insert', row: 'new', when: mayName('new') },
  {
    event: 'update of "openingHtml", html, "readType", cover',
    row: 'new',
    when: `${changes} and (${mayName('old')} or ${mayName('new')})`,
  },
  { event: 'delete', row: 'old', when: mayName('old') },
].flatMap(({ event, row, when }) => {
  const trigger = `"articlesFileUses_${event.split(' ')[0]}"`;
  return [
    `drop trigger ${trigger}`,
    `create trigger ${trigger} after ${event} on articles for each row when (${when}) begin
      insert into "fileUsesDue" (place, "rowId") values ('articles', ${row}.id)
        on conflict (place, "rowId") do update set changes = "fileUsesDue".changes + 1; end`,
  ];
});
