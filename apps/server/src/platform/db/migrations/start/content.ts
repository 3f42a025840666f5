import type { Dialect } from '../../dialect.ts';

/** Categories, tags and series, by which articles are sorted. */
export const sortingTables = (id: string) => [
  `create table categories (${id}, name text not null unique, intro text not null default '',
    position integer not null default 0)`,
  `create table tags (${id}, name text not null unique)`,
  `create table series (${id}, "authorId" integer not null references users (id) on delete cascade, name text not null,
    intro text not null default '', "createdAt" bigint not null, "updatedAt" bigint not null,
    articles integer not null default 0, "newestAt" bigint not null default 0, constraint "seriesOnce" unique ("authorId", name))`,
];

/**
 * Articles with what belongs to them. The long texts come last: SQLite reads what lists show without walking through them.
 */
export const articleTables = (id: string, dialect: Dialect) => [
  `create table articles (${id}, "authorId" integer not null references users (id),
    "categoryId" integer references categories (id) on delete set null, title text not null, summary text not null,
    cover text not null default '', "hasDiagram" integer not null default 0, words integer not null,
    keywords text not null default '', original integer not null default 1, "sourceUrl" text not null default '',
    "readType" integer not null default 0 check ("readType" between 0 and 4), state text not null,
    pinned integer not null default 0, featured integer not null default 0, recommended integer not null default 0,
    views integer not null default 0, likes integer not null default 0, collects integer not null default 0,
    comments integer not null default 0, "publishedAt" bigint, "updatedAt" bigint not null,
    "createdAt" bigint not null, "removedAt" bigint, "importKey" text unique, "importHash" text,
    version integer not null default 1, "coverNumber" integer, "focusX" integer not null default 50,
    "focusY" integer not null default 50, slug text, description text not null default '',
    "sourceAuthor" text not null default '', "seriesId" integer references series (id) on delete set null,
    "seriesPosition" integer not null default 0, "announcedAt" bigint, "draftKey" text,
    "summaryMade" integer not null default 0, "removedBy" integer references users (id) on delete set null,
    "featuredPosition" integer not null default 0, commenting text not null default 'open',
    kind text not null default 'article' check (kind in ('article', 'page')), markdown text not null default '',
    html text not null default '', "openingHtml" text not null default '', headings text not null default '',
    "openingHeadings" text not null default '',
    constraint "publishedHasTime" check (state <> 'published' or "publishedAt" is not null))`,
  // rows that visitors may list; queries repeat the condition
  `create index "articlesByTime" on articles ("publishedAt" desc, id desc, words, state, "removedAt")
    where state = 'published' and "removedAt" is null`,
  `create index "articlesByCategory" on articles ("categoryId", pinned desc, "publishedAt" desc, id desc, state,
    "removedAt")
    where state = 'published' and "removedAt" is null`,
  `create index "articlesFeatured" on articles ("publishedAt" desc, id desc)
    where state = 'published' and "removedAt" is null and featured = 1`,
  `create index "articlesRecommended" on articles (views desc, id desc)
    where state = 'published' and "removedAt" is null and recommended = 1`,
  `create index "articlesByAuthor" on articles ("authorId", "publishedAt" desc)`,
  `create unique index "articlesBySlug" on articles (slug) where slug is not null`,
  `create unique index "articlesByDraftKey" on articles ("authorId", "draftKey") where "draftKey" is not null`,
  `create index "articlesScheduled" on articles ("publishedAt") where state = 'scheduled'`,
  `create index "articlesRemoved" on articles ("removedAt") where "removedAt" is not null`,
  `create index "articlesPages" on articles (id) where kind = 'page'`,
  // comments of an import without a known address are matched by title
  `create index "articlesByTitle" on articles (title)`,
  `create index "articlesForSitemap" on articles (id, slug, "publishedAt", "updatedAt", state, "removedAt")
    where state = 'published' and "removedAt" is null`,
  `create index "articlesLiked" on articles ("authorId", likes, state, "removedAt")
    where state = 'published' and "removedAt" is null and likes > 0`,
  `create index "articlesBySeries" on articles ("seriesId", "seriesPosition", id, "publishedAt", state,
    "removedAt")
    where "seriesId" is not null`,
  // in the order of the back office's list, with all it filters, counts and orders by
  `create index "articlesByMoment" on articles ((coalesce("removedAt", "publishedAt", "updatedAt")) desc, id desc,
    "removedAt", state, "authorId", "categoryId", "readType", views, comments, likes)`,
  // the few articles in no list, whose tags the back office adds to the listed ones
  `create index "articlesUnlisted" on articles (id, state, "removedAt", kind)
    where state <> 'published' or "removedAt" is not null or kind = 'page'`,
  // an expression, since SQLite looks a plain id up in the table itself, whatever the index
  `create index "articlesHidingComments" on articles ((-id)) where commenting = 'hidden'`,
  // texts to compress
  ...(dialect === 'sqlite'
    ? [`create index "articlesUncompressed" on articles (id) where typeof(html) = 'text' and length(html) >= 1000`]
    : []),
  `create table "articleTags" ("articleId" integer not null references articles (id) on delete cascade,
    "tagId" integer not null references tags (id) on delete cascade,
    constraint "articleTagsKey" primary key ("articleId", "tagId"))`,
  `create index "articleTagsByTag" on "articleTags" ("tagId", "articleId")`,
  `create table drafts ("articleId" integer not null primary key references articles (id) on delete cascade,
    title text not null, words integer not null default 0, "savedAt" bigint not null, "submittedAt" bigint,
    refusal text not null default '', content text not null)`,
  `create index "draftsSubmitted" on drafts ("submittedAt") where "submittedAt" is not null`,
  `create table revisions (${id}, "articleId" integer not null references articles (id) on delete cascade,
    "userId" integer not null references users (id) on delete cascade, reason text not null, title text not null,
    words integer not null default 0, "createdAt" bigint not null, content text not null,
    "isPrivate" integer not null default 0)`,
  `create index "revisionsNew" on revisions ("articleId", "createdAt" desc, id desc)`,
  `create table shares (${id}, "articleId" integer not null references articles (id) on delete cascade,
    token text not null unique, views integer not null default 0, "createdAt" bigint not null,
    "expiresAt" bigint not null)`,
  `create index "sharesByArticle" on shares ("articleId")`,
  `create table collects ("articleId" integer not null references articles (id) on delete cascade,
    "userId" integer not null references users (id) on delete cascade, "createdAt" bigint not null,
    constraint "collectsKey" primary key ("articleId", "userId"))`,
  `create index "collectsByUser" on collects ("userId", "createdAt" desc)`,
  `create table unlocks ("articleId" integer not null references articles (id) on delete cascade, reader text not null,
    "createdAt" bigint not null, constraint "unlocksKey" primary key ("articleId", reader))`,
];

/** Addresses that moved, that were not found, and that feeds are known by; articles to read next. */
export const addressTables = (id: string) => [
  `create table "movedPaths" (${id}, path text not null unique, target text not null, hits integer not null default 0,
    "lastHitAt" bigint, "createdAt" bigint not null default 0,
    source text not null default 'import' check (source in ('renamed', 'import', 'manual')), "removedAt" bigint)`,
  // finds the redirects to an address that itself moves
  `create index "movedPathsTarget" on "movedPaths" (target)`,
  `create table "missedPaths" (${id}, path text not null unique, hits integer not null, "firstAt" bigint not null,
    "lastAt" bigint not null, "isHidden" integer not null default 0)`,
  `create index "missedPathsLast" on "missedPaths" ("lastAt")`,
  `create table "relatedArticles" ("articleId" integer not null references articles (id) on delete cascade,
    "relatedId" integer not null references articles (id) on delete cascade, score double precision not null,
    primary key ("articleId", "relatedId"))`,
  `create index "relatedArticlesOf" on "relatedArticles" ("relatedId")`,
  `create table "feedOrigin" (id integer primary key, url text not null, name text not null)`,
  `create table "feedPaths" ("articleId" integer primary key references articles (id) on delete cascade,
    path text not null)`,
];
