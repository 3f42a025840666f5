import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { tables, triggers } from './100-start.ts';
import { alignTables, dropTriggersAndIndexes, run } from './former/align.ts';
import { recordFormerImports } from './former/imports.ts';
import { straightenRedirects } from './former/redirects.ts';
import { articleStates, seriesCounts } from './start/article-counts.ts';
import { articleLists } from './start/article-lists.ts';
import { countNow, followCounts, says } from './start/counts.ts';
import { noteAll } from './start/notes.ts';

type Database = Kysely<never>;

/** Steps of 0.2.0, the oldest version that can be upgraded. */
const ofRelease = [
  '001-start',
  '002-visitor-site',
  '003-hot',
  '004-members',
  '005-community',
  '006-writing',
  '007-chat',
  '008-backups',
  '009-office',
  '012-search-words',
  '013-accounts',
  '014-private-pictures',
  '015-features',
  '016-sample-comments',
  '017-edited-comments',
  '018-muted-members',
  '019-processes',
];

/** A step between 0.2.0 and 1.0: the tables it added, and what it did with the rows of a site in use. */
type Step = { tables?: string[]; convert?: (db: Database, dialect: Dialect) => Promise<unknown> };

/** Steps that became one schema with 1.0. Sites that ran a version in between have done the first of them. */
const sinceRelease: Record<string, Step> = {
  '020-redirects': { tables: ['missedPaths'], convert: straightenRedirects },
  '021-pages': { convert: hideClosedComments },
  '022-guests': {},
  '023-imports': { tables: ['importRuns', 'importedRows', 'importLosses', 'waitingComments', 'remotePictures'] },
  '024-article-lists': {
    tables: ['articleListings', 'articleLists', 'articleListMonths', 'articleListDays'],
    convert: (db, dialect) => run(db, articleLists(dialect).fill),
  },
  '025-related-and-sitemap': {
    tables: ['relatedArticles', 'relatedDue', 'sitemapParts'],
    convert: (db) => run(db, [...noteAll, countNow(says), dropOpenings]),
  },
  '027-chat-by-sender': {},
  '028-one-import': { convert: recordFormerImports },
  '029-tag-in-category': { convert: (db, dialect) => run(db, articleLists(dialect).pair) },
  '030-office-articles': {},
  '031-follow-counts': {
    tables: ['followCounts'],
    convert: (db, dialect) => run(db, followCounts(dialect).fill),
  },
  '032-search-by-rank': {},
  '033-office-counts': {
    tables: ['articleStates'],
    convert: (db, dialect) => run(db, articleStates(dialect).fill),
  },
  '035-search-blocks': {},
  '036-newest-of-lists': { convert: (db, dialect) => run(db, articleLists(dialect).date) },
  '037-compressed-html': {},
  '038-unlisted-articles': {},
  // series are counted again below: until here their newest could be one that was withdrawn
  '039-series-dated-once-locked': { convert: (db, dialect) => run(db, seriesCounts(dialect).fill) },
  '040-chat-by-time': {},
  '041-hidden-comments': {},
  '042-held-chat': {},
  '043-kinds-of-reports': {
    convert: (db) =>
      run(db, [
        `update reports set kind = case when "commentId" is not null then 'comment' when "sayId" is not null then 'say'
          when "messageId" is not null then 'board' else 'chat' end`,
      ]),
  },
  // earlier mails may contain a code or a link that logs in: it is unknown of each
  '045-mails-that-log-in': { convert: (db) => run(db, ['update "keptMails" set fleeting = 1']) },
  '045b-stricter-keys': { convert: makeKeysAnew },
  '049-feed-ids': { tables: ['feedOrigin', 'feedPaths'], convert: keepFeedPaths },
  '050-taken-down': {
    tables: ['takenDown', 'articleMonths'],
    convert: (db) =>
      run(db, [
        `insert into "articleMonths" (month, "articleId", reads) select substr(day, 1, 7), "articleId", sum(reads)
          from "articleDays" group by substr(day, 1, 7), "articleId"`,
      ]),
  },
  '051-theme-of-sites-in-use': { convert: keepTheme },
  '052-private-revisions': {
    convert: (db) => run(db, [`update revisions set "isPrivate" = 1 where content like '%"readType":5%'`]),
  },
  '053-search-by-date': { tables: ['searchPlaces'], convert: indexAgain },
};

const formerSteps = [...ofRelease, ...Object.keys(sinceRelease)];

/** Whether these are the steps of a database or a backup from before 1.0. */
export function isFormer(steps: string[]) {
  return steps[0] === ofRelease[0];
}

/** Whether 0.2.0 or a version after it left these steps, in order and without a gap. */
export function isKnownFormer(steps: string[]) {
  return steps.length >= ofRelease.length && steps.every((step, at) => step === formerSteps[at]);
}

/** Tables that a version with these steps did not have. */
export function tablesAddedAfter(steps: string[]) {
  return Object.entries(sinceRelease).flatMap(([name, step]) => (steps.includes(name) ? [] : (step.tables ?? [])));
}

/** Brings a database with these former steps to the schema of 1.0. */
export async function upgradeFormer(db: Database, dialect: Dialect, steps: string[]) {
  await dropTriggersAndIndexes(db, dialect);
  if (dialect === 'sqlite' && !steps.includes('053-search-by-date')) await run(db, ['drop table search']);
  await alignTables(db, dialect, steps.includes('020-redirects') ? [] : ['movedPaths']);
  for (const [name, step] of Object.entries(sinceRelease)) if (!steps.includes(name)) await step.convert?.(db, dialect);
  await run(
    db,
    tables(dialect).filter((statement) => /^create (unique )?index/.test(statement)),
  );
  await run(db, triggers(dialect));
}

const dropOpenings = `insert into outbox (kind, payload, attempts, "dueAt") select 'drop-openings', '{"after":0}', 0, 0
  where exists (select 1 from articles)`;

/** Renames the mode of comments that showed none, `closed`, to `hidden`. */
async function hideClosedComments(db: Database) {
  const features = await readSetting(db, 'features');
  if (features?.comments === 'closed') await writeSetting(db, 'features', { ...features, comments: 'hidden' });
}

/** Sites in use keep the theme they had without choosing one: the default was the device's, and is light now. */
async function keepTheme(db: Database) {
  const { rows: members } = await sql`select id from users limit 1`.execute(db);
  if (members.length > 0) await writeSetting(db, 'look', { theme: 'system', ...(await readSetting(db, 'look')) });
}

async function readSetting(db: Database, name: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db);
  return rows[0] && JSON.parse(rows[0].value);
}

async function writeSetting(db: Database, name: string, value: object) {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Has the keys of nicknames made anew at the next start, and the uses of pictures with the next file, by stricter rules. */
async function makeKeysAnew(db: Database) {
  await run(db, [
    `insert into "fileUsesDue" (place, "rowId") select distinct place, "rowId" from "fileUses" where true
      on conflict (place, "rowId") do nothing`,
    'update users set "nicknameKey" = null where "nicknameKey" is not null',
    `update users set "guestKey" = 'former:' || "guestKey" where "guestKey" is not null`,
  ]);
}

/** Keeps the addresses under which readers have seen what is published: ids of feed entries were those, and changed with them. */
async function keepFeedPaths(db: Database) {
  const hasSlugs = (await readSetting(db, 'writing'))?.slugs === true;
  const own = hasSlugs ? sql`coalesce(nullif(slug, ''), cast(id as text))` : sql`cast(id as text)`;
  await sql`insert into "feedPaths" ("articleId", path)
    select id, '/article/' || ${own} from articles where "publishedAt" is not null and kind = 'article'`.execute(db);
}

/** Texts are taken apart in another way, and put into the index anew, piece by piece, once the site runs. */
async function indexAgain(db: Database, dialect: Dialect) {
  if (dialect === 'postgres')
    await run(db, ['update search set date = greatest("publishedAt", 0) from articles where articles.id = rowid']);
  for (const [table, what] of [
    ['articles', 'articles'],
    ['chatMessages', 'chat'],
  ] as const) {
    const payload = JSON.stringify({ what, after: 0 });
    await sql`insert into outbox (kind, payload, attempts, "dueAt") select 'index-again', ${payload}, 0, 0
      where exists (select 1 from ${sql.table(table)})
        and not exists (select 1 from outbox where kind = 'index-again' and payload = ${payload})`.execute(db);
  }
}
