import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { countRows } from './005-community.ts';

/**
 * Stores what pages read by key instead of working it out each time: related articles, and which part of the sitemap changed.
 * The database itself notes what to choose or write anew, whoever writes. The public part of a free article is its whole
 * text and no longer stored twice.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  for (const step of [...tables, ...notes(dialect), ...fileUses(dialect), ...fill]) await sql.raw(step).execute(db);
  const isCounted = (row: string) => `${row}."isPublic" = 1 and ${row}.state = 'shown'`;
  await countRows(db, dialect, { table: 'says', isCounted, columns: ['isPublic', 'state'] });
}

const shown = (row: string) => `${row}.state = 'published' and ${row}."removedAt" is null`;

const tables = [
  `create table "relatedArticles" ("articleId" integer not null references articles (id) on delete cascade,
    "relatedId" integer not null references articles (id) on delete cascade, score double precision not null,
    primary key ("articleId", "relatedId"))`,
  `create index "relatedArticlesOf" on "relatedArticles" ("relatedId")`,
  `create table "relatedDue" ("articleId" integer primary key, changes integer not null default 0)`,
  `create table "sitemapParts" (part integer primary key, changes integer not null default 0)`,
  `create index "articlesForSitemap" on articles (id, slug, "publishedAt", "updatedAt", state, "removedAt")
    where ${shown('articles')}`,
  `create index "articlesLiked" on articles ("authorId", likes, state, "removedAt")
    where ${shown('articles')} and likes > 0`,
];

/** Articles of a part have ids from `part * 5000`. */
const partLength = 5000;

const due = (id: string) => `insert into "relatedDue" ("articleId") values (${id})
  on conflict ("articleId") do update set changes = "relatedDue".changes + 1`;
const changedPart = (id: string) => `insert into "sitemapParts" (part) values (${id} / ${partLength})
  on conflict (part) do update set changes = "sitemapParts".changes + 1`;

type Note = { name: string; event: string; table: string; row: 'new' | 'old'; when: string; column: string };

function notes(dialect: Dialect) {
  const differ = (names: string[]) =>
    names.map((name) => (dialect === 'sqlite' ? `old."${name}" is not new."${name}"` : distinct(name))).join(' or ');
  const listed = `${shown('new')} and new.kind = 'article'`;
  const described = ['state', 'removedAt', 'kind', 'title', 'summary'];
  const placed = ['state', 'removedAt', 'kind', 'slug', 'publishedAt', 'updatedAt'];
  const articles = { table: 'articles', row: 'new', column: 'id' } as const;
  const tags = { table: '"articleTags"', column: '"articleId"', when: '1 = 1' } as const;
  return [
    ...note(dialect, 'relatedDue', due, [
      { ...articles, name: 'articles_insert', event: 'insert', when: listed },
      {
        ...articles,
        name: 'articles_update',
        event: updateOf(described),
        when: `(${differ(described)}) and ${listed}`,
      },
      { ...tags, name: 'articleTags_insert', event: 'insert', row: 'new' },
      { ...tags, name: 'articleTags_delete', event: 'delete', row: 'old' },
      { ...tags, name: 'articleTags_update', event: 'update', row: 'new' },
    ]),
    ...note(dialect, 'sitemapParts', changedPart, [
      { ...articles, name: 'articles_insert', event: 'insert', when: shown('new') },
      {
        ...articles,
        name: 'articles_update',
        event: updateOf(placed),
        when: `(${differ(placed)}) and ((${shown('old')}) or (${shown('new')}))`,
      },
      { ...articles, name: 'articles_delete', event: 'delete', row: 'old', when: shown('old') },
    ]),
  ];
}

const distinct = (name: string) => `old."${name}" is distinct from new."${name}"`;
const updateOf = (names: string[]) => `update of ${names.map((name) => `"${name}"`).join(', ')}`;

/** Triggers that note the row's id. */
function note(dialect: Dialect, prefix: string, step: (id: string) => string, all: Note[]) {
  return all.flatMap(({ name, event, table, row, when, column }) => {
    const trigger = `"${prefix}_${name}"`;
    const head = `create trigger ${trigger} after ${event} on ${table} for each row when (${when})`;
    const noted = step(`${row}.${column}`);
    if (dialect === 'sqlite') return [`${head} begin ${noted}; end`];
    return [
      `create function ${trigger}() returns trigger language plpgsql as $$ begin ${noted}; return null; end $$`,
      `${head} execute function ${trigger}()`,
    ];
  });
}

/** Text of an article that all may read, as `publicHtml` of conditions.ts. */
const publicHtml = (row: string) =>
  `(case when ${row}."readType" = 0 and ${row}."openingHtml" = '' then ${row}.html else ${row}."openingHtml" end)`;

/** The triggers of migration 014 on articles, which looked at `openingHtml`. */
function fileUses(dialect: Dialect) {
  const names = (row: string) => `(${publicHtml(row)} like '%/files/%' or ${row}.cover like '%/files/%')`;
  const changed = `(${publicHtml('old')} <> ${publicHtml('new')} or old.cover <> new.cover)`;
  const events = {
    insert: ['insert', 'new', names('new')],
    update: [
      updateOf(['openingHtml', 'html', 'readType', 'cover']),
      'new',
      `${changed} and (${names('old')} or ${names('new')})`,
    ],
    delete: ['delete', 'old', names('old')],
  };
  const mark = (row: string) => `insert into "fileUsesDue" (place, "rowId") values ('articles', ${row}.id)
    on conflict (place, "rowId") do update set changes = "fileUsesDue".changes + 1`;
  return Object.entries(events).flatMap(([name, [event = '', row = '', when = '']]) => {
    const trigger = `"articlesFileUses_${name}"`;
    const act = dialect === 'postgres' ? `execute function "noteFileUses"('articles')` : `begin ${mark(row)}; end`;
    return [
      `drop trigger ${trigger}${dialect === 'postgres' ? ' on articles' : ''}`,
      `create trigger ${trigger} after ${event} on articles for each row when (${when}) ${act}`,
    ];
  });
}

/** Queues what was published before: it waits its turn; the second copies of texts go piece by piece, once the site runs. */
const fill = [
  `insert into "relatedDue" ("articleId") select "articleId" from "articleListings" where kind = 'all' and "targetId" = 0`,
  `insert into "sitemapParts" (part) select distinct id / ${partLength} from articles where ${shown('articles')}`,
  `insert into outbox (kind, payload, attempts, "dueAt") select 'drop-openings', '{"after":0}', 0, 0
    where exists (select 1 from articles)`,
];
