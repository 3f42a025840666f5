import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Lists of articles with their counts, kept by the database itself, whoever writes: a page of a list then costs the same
 * at any length. `articleListings` has a narrow row for each listed article in each list it stands in: `all`, its author,
 * its category, its tags. Pins count in all but an author's list.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const run = async (steps: string[]) => {
    for (const step of steps) await sql.raw(step).execute(db);
  };
  await run(tables(dialect));
  // before the triggers, which would count row by row
  await run([add('articles', listedNow, 'articles, '), addTags('"articleTags"')]);
  await run([...indexes, ...countListings(dialect, '"articleListings"', 1)]);
  await run(dialect === 'sqlite' ? onEachRow() : onEachStatement());
  await run(['drop index "articlesNew"', 'drop index "articlesHot"']);
}

const tables = (dialect: Dialect) => {
  const keyed = dialect === 'sqlite' ? ' without rowid' : '';
  const counts = 'articles integer not null, pinned integer not null, words bigint not null';
  return [
    `create table "articleListings" ("articleId" integer not null references articles (id) on delete cascade,
      kind text not null check (kind in ('all', 'author', 'category', 'tag')), "targetId" integer not null,
      pinned integer not null, "publishedAt" bigint not null, views integer not null, words integer not null,
      primary key ("articleId", kind, "targetId"))${keyed}`,
    `create table "articleLists" (kind text not null, "targetId" integer not null, ${counts},
      primary key (kind, "targetId"))${keyed}`,
    `create table "articleListMonths" (kind text not null, "targetId" integer not null, month integer not null, ${counts},
      primary key (kind, "targetId", month))${keyed}`,
    `create table "articleListDays" (day integer primary key, ${counts})`,
  ];
};

const indexes = [
  `create index "articleListingsNew" on "articleListings" (kind, "targetId", pinned desc, "publishedAt" desc,
    "articleId" desc)`,
  `create index "articleListingsHot" on "articleListings" (kind, "targetId", views desc, "articleId" desc)`,
  `create index "articleListsLongest" on "articleLists" (kind, articles desc, "targetId")`,
];

const columns = '"articleId", kind, "targetId", pinned, "publishedAt", views, words';

/** A published article outside the trash; a page is in no list. */
function listed(row: string) {
  return `${row}.state = 'published' and ${row}."removedAt" is null and ${row}.kind = 'article'`;
}

/** Reads the kind from the index of the few pages: in the row it lies behind the long texts. */
const listedNow = `articles.state = 'published' and articles."removedAt" is null
  and articles.id not in (select page.id from articles as page where page.kind = 'page')`;

/** Adds articles to all lists but their tags': the rows of `from`, or the one that SQLite's triggers call `row`. */
function add(row: string, condition: string, from = '') {
  const target = `case list.kind when 'all' then 0 when 'author' then ${row}."authorId" else ${row}."categoryId" end`;
  const pinned = `case list.kind when 'author' then 0 else ${row}.pinned end`;
  return `insert into "articleListings" (${columns})
    select ${row}.id, list.kind, ${target}, ${pinned}, ${row}."publishedAt", ${row}.views, ${row}.words
    from ${from}(select 'all' as kind union all select 'author' union all select 'category') as list
    where ${condition} and (list.kind <> 'category' or ${row}."categoryId" is not null)`;
}

/** Adds those articles of `tagged`, rows of `articleTags`, that are listed to the lists of their tags. */
function addTags(tagged: string) {
  return `insert into "articleListings" (${columns}) select one."articleId", 'tag', tagged."tagId", one.pinned,
    one."publishedAt", one.views, one.words from ${tagged} as tagged join "articleListings" as one
    on one."articleId" = tagged."articleId" and one.kind = 'all' and one."targetId" = 0
    where true on conflict do nothing`;
}

/** Milliseconds of the years 1 to 9999, in China. */
const [earliest, latest] = [-62_135_596_800_000, 253_402_300_799_999];
const dayLength = 86_400_000;
/** Division rounds towards zero in both databases. */
const daysBefore = 800_000;

function periods(dialect: Dialect) {
  const [least, most] = dialect === 'sqlite' ? ['min', 'max'] : ['least', 'greatest'];
  const time = `${most}(${least}("publishedAt" + 28800000, ${latest}), ${earliest})`;
  return {
    /** 202611 for November 2026. */
    month:
      dialect === 'sqlite'
        ? `cast(strftime('%Y%m', ${time} / 1000.0, 'unixepoch') as integer)`
        : `cast(to_char(to_timestamp(${time} / 1000.0) at time zone 'UTC', 'YYYYMM') as integer)`,
    /** Days since 1 January 1970. */
    day: `cast((${time} + ${daysBefore * dayLength}) / ${dayLength} - ${daysBefore} as integer)`,
  };
}

/** Counts rows of `articleListings` in, or out with the sign -1. */
export function countListings(dialect: Dialect, rows: string, sign: 1 | -1) {
  const { month, day } = periods(dialect);
  const kinds = [
    { table: 'articleLists', keys: ['kind', '"targetId"'], values: ['kind', '"targetId"'], where: 'true' },
    {
      table: 'articleListMonths',
      keys: ['kind', '"targetId"', 'month'],
      values: ['kind', '"targetId"', month],
      where: 'true',
    },
    { table: 'articleListDays', keys: ['day'], values: [day], where: `kind = 'all'` },
  ];
  return kinds.flatMap(({ table, keys, values, where }) => {
    const places = values.map((_, at) => at + 1).join(', ');
    const step = `insert into "${table}" (${keys.join(', ')}, articles, pinned, words)
      select ${values.join(', ')}, ${sign} * count(*), ${sign} * sum(pinned), ${sign} * sum(words)
      from ${rows} as changed where ${where} group by ${places} order by ${places}
      on conflict (${keys.join(', ')}) do update set articles = "${table}".articles + excluded.articles,
        pinned = "${table}".pinned + excluded.pinned, words = "${table}".words + excluded.words`;
    const key = keys.length > 1 ? `(${keys.join(', ')})` : keys[0];
    const emptied = `delete from "${table}" where articles = 0
      and ${key} in (select ${values.join(', ')} from ${rows} as changed where ${where})`;
    return sign === 1 ? [step] : [step, emptied];
  });
}

/** Columns that put an article into lists or move it there. */
const placing = ['state', 'removedAt', 'kind', 'authorId', 'categoryId', 'publishedAt', 'pinned', 'words'];

function onEachRow() {
  const changed = placing.map((name) => `old."${name}" is not new."${name}"`).join(' or ');
  const row = (of: 'old' | 'new') =>
    `(select ${['kind', '"targetId"', 'pinned', '"publishedAt"', 'words'].map((name) => `${of}.${name} as ${name}`)})`;
  const remove = 'delete from "articleListings" where "articleId" = old.id';
  const untag = `delete from "articleListings"
    where "articleId" = old."articleId" and kind = 'tag' and "targetId" = old."tagId"`;
  const tagged = addTags('(select new."articleId" as "articleId", new."tagId" as "tagId")');
  const list = [add('new', listed('new')), addTags('(select * from "articleTags" where "articleId" = new.id)')];
  return [
    trigger('articlesListed_insert', 'insert on articles', list, listed('new')),
    trigger(
      'articlesListed_update',
      `update of ${placing.map((name) => `"${name}"`).join(', ')} on articles`,
      [remove, ...list],
      `(${changed}) and ((${listed('old')}) or (${listed('new')}))`,
    ),
    trigger(
      'articlesListed_views',
      'update of views on articles',
      ['update "articleListings" set views = new.views where "articleId" = new.id'],
      'old.views <> new.views',
    ),
    trigger('articleTagsListed_insert', 'insert on "articleTags"', [tagged]),
    trigger('articleTagsListed_delete', 'delete on "articleTags"', [untag]),
    trigger('articleTagsListed_update', 'update on "articleTags"', [untag, tagged]),
    trigger('articleListingsCounted_insert', 'insert on "articleListings"', countListings('sqlite', row('new'), 1)),
    trigger('articleListingsCounted_delete', 'delete on "articleListings"', countListings('sqlite', row('old'), -1)),
  ];
}

function trigger(name: string, event: string, steps: string[], when = 'true') {
  return `create trigger "${name}" after ${event} when ${when} begin ${steps.join('; ')}; end`;
}

/** Handles all rows of a statement at once: PostgreSQL would store a version of each count per row. */
function onEachStatement() {
  const differ = (names: string[]) =>
    names.map((name) => `removed."${name}" is distinct from added."${name}"`).join(' or ');
  const moved = `from removed join added on added.id = removed.id where (${differ(placing)})
    and ((${listed('removed')}) or (${listed('added')}))`;
  const untag = `delete from "articleListings" as one using removed
    where one."articleId" = removed."articleId" and one.kind = 'tag' and one."targetId" = removed."tagId"`;
  const [inserted, deleted] = ['new table as added', 'old table as removed'];
  return [
    ...statement('articlesListed_insert', ['insert', 'articles', inserted], [add('added', listed('added'), 'added, ')]),
    ...statement(
      'articlesListed_update',
      ['update', 'articles', `${deleted} ${inserted}`],
      [
        `if exists (select 1 ${moved}) then
          delete from "articleListings" where "articleId" in (select removed.id ${moved});
          ${add('added', `${listed('added')} and added.id in (select removed.id ${moved})`, 'added, ')};
          ${addTags(`(select * from "articleTags" where "articleId" in (select removed.id ${moved}))`)};
        end if`,
        `update "articleListings" as one set views = added.views from added
          where one."articleId" = added.id and one.views <> added.views`,
      ],
    ),
    ...statement('articleTagsListed_insert', ['insert', '"articleTags"', inserted], [addTags('added')]),
    ...statement('articleTagsListed_delete', ['delete', '"articleTags"', deleted], [untag]),
    ...statement(
      'articleTagsListed_update',
      ['update', '"articleTags"', `${deleted} ${inserted}`],
      [untag, addTags('added')],
    ),
    ...statement(
      'articleListingsCounted_insert',
      ['insert', '"articleListings"', inserted],
      countListings('postgres', 'added', 1),
    ),
    ...statement(
      'articleListingsCounted_delete',
      ['delete', '"articleListings"', deleted],
      countListings('postgres', 'removed', -1),
    ),
  ];
}

function statement(name: string, [event, table, rows]: [string, string, string], steps: string[]) {
  return [
    `create function "${name}"() returns trigger language plpgsql as $$ begin ${steps.join('; ')}; return null; end $$`,
    `create trigger "${name}" after ${event} on ${table} referencing ${rows}
      for each statement execute function "${name}"()`,
  ];
}
