import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { countListings } from './024-article-lists.ts';

/**
 * Keeps when the newest article of each list was published, and the number and newest of each series: the sitemap looked
 * them up for a thousand tags, and a list of series read all their articles.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const triggers = dialect === 'sqlite' ? onEachRow : onPostgres;
  for (const step of [...columns, ...fill, ...triggers]) await sql.raw(step).execute(db);
}

const columns = [
  'alter table "articleLists" add column "newestAt" bigint not null default 0',
  'alter table series add column articles integer not null default 0',
  'alter table series add column "newestAt" bigint not null default 0',
];

/** Newest of a list, in two steps of its index, in which pins come first. */
const newestOfList = (pinned: 0 | 1) => `coalesce((select one."publishedAt" from "articleListings" as one
  where one.kind = "articleLists".kind and one."targetId" = "articleLists"."targetId" and one.pinned = ${pinned}
  order by one."publishedAt" desc limit 1), 0)`;
const newest = `"newestAt" = (select max(moment) from (select ${newestOfList(0)} as moment
  union all select ${newestOfList(1)}) as newest)`;

const listed = (row: string) => `${row}.state = 'published' and ${row}."removedAt" is null and ${row}.kind = 'article'`;
const ofSeries = `from articles as one where one."seriesId" = series.id and ${listed('one')}`;
const newestOfSeries = `coalesce((select max(one."publishedAt") ${ofSeries}), 0)`;

const fill = [
  `update "articleLists" set ${newest}`,
  `update series set articles = (select count(*) ${ofSeries}), "newestAt" = ${newestOfSeries}`,
];

const enterSeries = `update series set articles = articles + 1,
  "newestAt" = case when "newestAt" < new."publishedAt" then new."publishedAt" else "newestAt" end
  where id = new."seriesId" and ${listed('new')}`;
const leaveSeries = `update series set articles = articles - 1,
  "newestAt" = case when "newestAt" = old."publishedAt" then ${newestOfSeries} else "newestAt" end
  where id = old."seriesId" and ${listed('old')}`;

const placing = ['seriesId', 'state', 'removedAt', 'kind', 'publishedAt'].map((name) => `"${name}"`);
const isSerial = (row: string) => `${row}."seriesId" is not null`;

/** Event, condition and steps of each trigger on articles. */
const seriesTriggers = (differs: string) => [
  { event: 'insert', when: isSerial('new'), steps: [enterSeries] },
  { event: 'delete', when: isSerial('old'), steps: [leaveSeries] },
  {
    event: `update of ${placing.join(', ')}`,
    when: `(${isSerial('old')} or ${isSerial('new')})
      and (${placing.map((name) => `old.${name} ${differs} new.${name}`).join(' or ')})`,
    steps: [leaveSeries, enterSeries],
  },
];

const nameOf = (table: string, event: string) => `"${table}_${event.split(' ')[0]}"`;

/** Counts and dates in one trigger, since SQLite promises no order of two. */
const onEachRow = [
  'drop trigger "articleListingsCounted_insert"',
  'drop trigger "articleListingsCounted_delete"',
  ...(['new', 'old'] as const).map((row) => {
    const [event, sign] = row === 'new' ? (['insert', 1] as const) : (['delete', -1] as const);
    const names = ['kind', '"targetId"', 'pinned', '"publishedAt"', 'words'];
    const changed = `(select ${names.map((name) => `${row}.${name} as ${name}`).join(', ')})`;
    const dated =
      row === 'new'
        ? `update "articleLists" set "newestAt" = new."publishedAt"
            where kind = new.kind and "targetId" = new."targetId" and "newestAt" < new."publishedAt"`
        : `update "articleLists" set ${newest}
            where kind = old.kind and "targetId" = old."targetId" and "newestAt" = old."publishedAt"`;
    return `create trigger ${nameOf('articleListingsCounted', event)} after ${event} on "articleListings"
      begin ${[...countListings('sqlite', changed, sign), dated].join('; ')}; end`;
  }),
  ...seriesTriggers('is not').map(
    ({ event, when, steps }) =>
      `create trigger ${nameOf('seriesCounted', event)} after ${event} on articles when ${when}
        begin ${steps.join('; ')}; end`,
  ),
];

const datedLists = (moment: string, rows: string) => `from (select kind, "targetId", ${moment} from ${rows} as changed
  group by 1, 2) as changed where "articleLists".kind = changed.kind and "articleLists"."targetId" = changed."targetId"`;

/** Triggers of a table run in the order of their names: lists are dated once they are counted, and so locked. */
const onPostgres = [
  ...[
    {
      event: 'insert',
      rows: 'new table as added',
      step: `update "articleLists" set "newestAt" = changed.moment
        ${datedLists('max("publishedAt") as moment', 'added')} and "newestAt" < changed.moment`,
    },
    {
      event: 'delete',
      rows: 'old table as removed',
      step: `update "articleLists" set ${newest}
        ${datedLists('max("publishedAt") as moment', 'removed')} and "newestAt" = changed.moment`,
    },
  ].flatMap(({ event, rows, step }) => [
    procedure(nameOf('articleListingsDated', event), [step]),
    `create trigger ${nameOf('articleListingsDated', event)} after ${event} on "articleListings" referencing ${rows}
      for each statement execute function ${nameOf('articleListingsDated', event)}()`,
  ]),
  ...seriesTriggers('is distinct from').flatMap(({ event, when, steps }) => [
    procedure(nameOf('seriesCounted', event), steps),
    `create trigger ${nameOf('seriesCounted', event)} after ${event} on articles for each row when (${when})
      execute function ${nameOf('seriesCounted', event)}()`,
  ]),
];

function procedure(name: string, steps: string[]) {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${steps.join('; ')}; return null; end $$`;
}
