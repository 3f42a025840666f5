import type { Dialect } from '../../dialect.ts';
import { differ, isListed, onEachRow, onEachStatement, procedure, rowOf, updateOf } from './triggers.ts';

/**
 * Lists of articles with their counts, kept by the database itself, whoever writes: a page of a list then costs the same
 * at any length. `articleListings` has a narrow row for each listed article in each list it stands in: `all`, its author,
 * its category, its tags. Pins count in all but an author's list.
 */
export function articleLists(dialect: Dialect) {
  const keyed = dialect === 'sqlite' ? ' without rowid' : '';
  const counts = 'articles integer not null, pinned integer not null, words bigint not null';
  return {
    tables: [
      `create table "articleListings" ("articleId" integer not null references articles (id) on delete cascade,
        kind text not null check (kind in ('all', 'author', 'category', 'tag')), "targetId" integer not null,
        pinned integer not null, "publishedAt" bigint not null, views integer not null, words integer not null,
        "categoryId" integer not null default 0, primary key ("articleId", kind, "targetId"))${keyed}`,
      `create table "articleLists" (kind text not null, "targetId" integer not null, ${counts},
        "newestAt" bigint not null default 0, primary key (kind, "targetId"))${keyed}`,
      `create table "articleListMonths" (kind text not null, "targetId" integer not null, month integer not null, ${counts},
        primary key (kind, "targetId", month))${keyed}`,
      `create table "articleListDays" (day integer primary key, ${counts})`,
    ],
    indexes,
    /** Lists what is there, sorts tags' listings by category, and dates the lists; before the triggers, which do so row by row. */
    fill: [
      add('articles', listedNow, 'articles, '),
      addTags('"articleTags"'),
      ...countListings(dialect, '"articleListings"', 1),
    ],
    pair: [`update "articleListings" set "categoryId" = ${categoryOf('"articleListings"')} where kind = 'tag'`],
    date: [`update "articleLists" set ${newest}`],
    triggers: dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers(),
  };
}

const indexes = [
  `create index "articleListingsNew" on "articleListings" (kind, "targetId", pinned desc, "publishedAt" desc,
    "articleId" desc)`,
  `create index "articleListingsHot" on "articleListings" (kind, "targetId", views desc, "articleId" desc)`,
  `create index "articleListsLongest" on "articleLists" (kind, articles desc, "targetId")`,
  // a tag's articles by category, so that a list of both needs no walk through either
  ...['pinned desc, "publishedAt" desc', 'views desc'].map(
    (order, at) => `create index "articleListingsPair${at === 0 ? 'New' : 'Hot'}" on "articleListings"
      ("targetId", "categoryId", ${order}, "articleId" desc) where kind = 'tag'`,
  ),
];

const columns = '"articleId", kind, "targetId", pinned, "publishedAt", views, words';

/** Reads the kind from the index of the few pages: in the row it may lie behind the long texts. */
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

/** Category of a tag's listing. A change of an article's category writes the category's listing before the tags'. */
function categoryOf(row: string) {
  return `coalesce((select sorted."targetId" from "articleListings" as sorted
    where sorted."articleId" = ${row}."articleId" and sorted.kind = 'category'), 0)`;
}

/** Newest of a list, in two steps of its index, in which pins come first. */
const newestOfList = (pinned: 0 | 1) => `coalesce((select one."publishedAt" from "articleListings" as one
  where one.kind = "articleLists".kind and one."targetId" = "articleLists"."targetId" and one.pinned = ${pinned}
  order by one."publishedAt" desc limit 1), 0)`;
const newest = `"newestAt" = (select max(moment) from (select ${newestOfList(0)} as moment
  union all select ${newestOfList(1)}) as newest)`;

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
function countListings(dialect: Dialect, rows: string, sign: 1 | -1) {
  const { month, day } = periods(dialect);
  const list = ['kind', '"targetId"'];
  return [
    ...countInto('articleLists', { keys: list, values: list, rows, sign }),
    ...countInto('articleListMonths', { keys: [...list, 'month'], values: [...list, month], rows, sign }),
    ...countInto('articleListDays', { keys: ['day'], values: [day], rows, sign, where: `kind = 'all'` }),
  ];
}

type Counting = { keys: string[]; values: string[]; rows: string; sign: 1 | -1; where?: string };

function countInto(table: string, { keys, values, rows, sign, where = 'true' }: Counting) {
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
}

/** Columns that put an article into lists or move it there. */
const placing = ['state', 'removedAt', 'kind', 'authorId', 'categoryId', 'publishedAt', 'pinned', 'words'];

function sqliteTriggers() {
  const counted = (row: 'old' | 'new') => rowOf(row, ['kind', 'targetId', 'pinned', 'publishedAt', 'words']);
  const remove = 'delete from "articleListings" where "articleId" = old.id';
  const untag = `delete from "articleListings"
    where "articleId" = old."articleId" and kind = 'tag' and "targetId" = old."tagId"`;
  const tagged = addTags('(select new."articleId" as "articleId", new."tagId" as "tagId")');
  const list = [add('new', isListed('new')), addTags('(select * from "articleTags" where "articleId" = new.id)')];
  const pair = `update "articleListings" set "categoryId" = ${categoryOf('new')}
    where "articleId" = new."articleId" and kind = 'tag' and "targetId" = new."targetId"`;
  const onRow = (name: string, event: string, steps: string[], when?: string) =>
    onEachRow('sqlite', { name, event, steps, ...(when && { when }) });
  return [
    ...onRow('articlesListed_insert', 'insert on articles', list, isListed('new')),
    ...onRow(
      'articlesListed_update',
      updateOf(placing, 'articles'),
      [remove, ...list],
      `(${differ('sqlite', placing)}) and ((${isListed('old')}) or (${isListed('new')}))`,
    ),
    ...onRow(
      'articlesListed_views',
      'update of views on articles',
      ['update "articleListings" set views = new.views where "articleId" = new.id'],
      'old.views <> new.views',
    ),
    ...onRow('articleTagsListed_insert', 'insert on "articleTags"', [tagged]),
    ...onRow('articleTagsListed_delete', 'delete on "articleTags"', [untag]),
    ...onRow('articleTagsListed_update', 'update on "articleTags"', [untag, tagged]),
    ...onRow('articleListingsPaired', 'insert on "articleListings"', [pair], `new.kind = 'tag'`),
    // counts and dates in one trigger, since SQLite promises no order of two
    ...onRow('articleListingsCounted_insert', 'insert on "articleListings"', [
      ...countListings('sqlite', counted('new'), 1),
      `update "articleLists" set "newestAt" = new."publishedAt"
        where kind = new.kind and "targetId" = new."targetId" and "newestAt" < new."publishedAt"`,
    ]),
    ...onRow('articleListingsCounted_delete', 'delete on "articleListings"', [
      ...countListings('sqlite', counted('old'), -1),
      `update "articleLists" set ${newest}
        where kind = old.kind and "targetId" = old."targetId" and "newestAt" = old."publishedAt"`,
    ]),
  ];
}

function postgresTriggers() {
  const moved = `from removed join added on added.id = removed.id
    where (${differ('postgres', placing, ['removed', 'added'])})
    and ((${isListed('removed')}) or (${isListed('added')}))`;
  const untag = `delete from "articleListings" as one using removed
    where one."articleId" = removed."articleId" and one.kind = 'tag' and one."targetId" = removed."tagId"`;
  const move = `if exists (select 1 ${moved}) then
      delete from "articleListings" where "articleId" in (select removed.id ${moved});
      ${add('added', `${isListed('added')} and added.id in (select removed.id ${moved})`, 'added, ')};
      ${addTags(`(select * from "articleTags" where "articleId" in (select removed.id ${moved}))`)};
    end if`;
  const countViews = `update "articleListings" as one set views = added.views from added
    where one."articleId" = added.id and one.views <> added.views`;
  const dated = (rows: string) => `from (select kind, "targetId", max("publishedAt") as moment from ${rows} as changed
    group by 1, 2) as changed
    where "articleLists".kind = changed.kind and "articleLists"."targetId" = changed."targetId"`;
  const [articles, tags, listings] = ['articles', '"articleTags"', '"articleListings"'];
  return [
    ...onEachStatement('articlesListed_insert', ['insert', articles], [add('added', isListed('added'), 'added, ')]),
    ...onEachStatement('articlesListed_update', ['update', articles], [move, countViews]),
    ...onEachStatement('articleTagsListed_insert', ['insert', tags], [addTags('added')]),
    ...onEachStatement('articleTagsListed_delete', ['delete', tags], [untag]),
    ...onEachStatement('articleTagsListed_update', ['update', tags], [untag, addTags('added')]),
    procedure('articleListingsPaired', [`new."categoryId" := ${categoryOf('new')}`], 'new'),
    `create trigger "articleListingsPaired" before insert on ${listings} for each row when (new.kind = 'tag')
      execute function "articleListingsPaired"()`,
    ...onEachStatement('articleListingsCounted_insert', ['insert', listings], countListings('postgres', 'added', 1)),
    ...onEachStatement('articleListingsCounted_delete', ['delete', listings], countListings('postgres', 'removed', -1)),
    // triggers of a table run in the order of their names: lists are dated once they are counted, and so locked
    ...onEachStatement(
      'articleListingsDated_insert',
      ['insert', listings],
      [`update "articleLists" set "newestAt" = changed.moment ${dated('added')} and "newestAt" < changed.moment`],
    ),
    ...onEachStatement(
      'articleListingsDated_delete',
      ['delete', listings],
      [`update "articleLists" set ${newest} ${dated('removed')} and "newestAt" = changed.moment`],
    ),
  ];
}
