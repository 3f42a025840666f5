import type { Dialect } from '../../dialect.ts';
import { differ, isListed, isShown, onEachRow, updateOf } from './triggers.ts';

/** Articles whose related ones are to be chosen anew, and changed parts of the sitemap. The database notes both, whoever writes. */
export const noteTables = [
  `create table "relatedDue" ("articleId" integer primary key, changes integer not null default 0)`,
  `create table "sitemapParts" (part integer primary key, changes integer not null default 0)`,
];

/** Articles of a part have ids from `part * 5000`. */
const partLength = 5000;

/** Queues what is published. */
export const noteAll = [
  `insert into "relatedDue" ("articleId") select "articleId" from "articleListings" where kind = 'all' and "targetId" = 0`,
  `insert into "sitemapParts" (part) select distinct id / ${partLength} from articles where ${isShown('articles')}`,
];

const noteRelated = (id: string) => `insert into "relatedDue" ("articleId") values (${id})
  on conflict ("articleId") do update set changes = "relatedDue".changes + 1`;
const notePart = (id: string) => `insert into "sitemapParts" (part) values (${id} / ${partLength})
  on conflict (part) do update set changes = "sitemapParts".changes + 1`;

export function noteTriggers(dialect: Dialect) {
  const described = ['state', 'removedAt', 'kind', 'title', 'summary'];
  const placed = ['state', 'removedAt', 'kind', 'slug', 'publishedAt', 'updatedAt'];
  const on = (name: string, event: string, step: string, when: string) =>
    onEachRow(dialect, { name, event, when, steps: [step] });
  const tagged = ['insert', 'update', 'delete'].map((event) =>
    onEachRow(dialect, {
      name: `relatedDue_articleTags_${event}`,
      event: `${event} on "articleTags"`,
      when: '1 = 1',
      steps: [noteRelated(`${event === 'delete' ? 'old' : 'new'}."articleId"`)],
    }),
  );
  return [
    ...on('relatedDue_articles_insert', 'insert on articles', noteRelated('new.id'), isListed('new')),
    ...on(
      'relatedDue_articles_update',
      updateOf(described, 'articles'),
      noteRelated('new.id'),
      `(${differ(dialect, described)}) and ${isListed('new')}`,
    ),
    ...tagged.flat(),
    ...on('sitemapParts_articles_insert', 'insert on articles', notePart('new.id'), isShown('new')),
    ...on(
      'sitemapParts_articles_update',
      updateOf(placed, 'articles'),
      notePart('new.id'),
      `(${differ(dialect, placed)}) and ((${isShown('old')}) or (${isShown('new')}))`,
    ),
    ...on('sitemapParts_articles_delete', 'delete on articles', notePart('old.id'), isShown('old')),
  ];
}
