import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Indexes of a tag's articles by category, so that a list of both needs no walk through either. A change of an article's
 * category writes its listings anew (migration 024), the category's before the tags'.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  for (const step of [...column, ...(dialect === 'sqlite' ? onEachRow : onEachStatement), ...indexes])
    await sql.raw(step).execute(db);
}

const categoryOf = (row: string) => `coalesce((select sorted."targetId" from "articleListings" as sorted
  where sorted."articleId" = ${row}."articleId" and sorted.kind = 'category'), 0)`;

const column = [
  `alter table "articleListings" add column "categoryId" integer not null default 0`,
  `update "articleListings" set "categoryId" = ${categoryOf('"articleListings"')} where kind = 'tag'`,
];

const indexes = ['pinned desc, "publishedAt" desc', 'views desc'].map(
  (order, at) => `create index "articleListingsPair${at === 0 ? 'New' : 'Hot'}" on "articleListings"
    ("targetId", "categoryId", ${order}, "articleId" desc) where kind = 'tag'`,
);

const onEachRow = [
  `create trigger "articleListingsPaired" after insert on "articleListings" when new.kind = 'tag' begin
    update "articleListings" set "categoryId" = ${categoryOf('new')}
    where "articleId" = new."articleId" and kind = 'tag' and "targetId" = new."targetId"; end`,
];

const onEachStatement = [
  `create function "articleListingsPaired"() returns trigger language plpgsql as $$
    begin new."categoryId" := ${categoryOf('new')}; return new; end $$`,
  `create trigger "articleListingsPaired" before insert on "articleListings" for each row when (new.kind = 'tag')
    execute function "articleListingsPaired"()`,
];
