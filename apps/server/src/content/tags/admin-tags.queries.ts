import { sql } from 'kysely';
import { notPrivate } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

type Filter = { text: string; use: 'all' | 'used' | 'unused' };

const onArticles = sql`from "articleTags" join articles on articles.id = "articleTags"."articleId"
  where "articleTags"."tagId" = tags.id`;
const uses = sql<number>`(select count(*) ${onArticles} and ${notPrivate})`;
/** One that stands only on what is its author's alone is nobody else's business. */
const isTold = sql<boolean>`(${uses} > 0 or not exists (select 1 ${onArticles}))`;

/** The most used first. What lies in the trash uses its tags still. */
export function listTags(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(['tags.id', 'tags.name', uses.as('articles')])
    .orderBy('articles', 'desc')
    .orderBy('tags.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countTags(db: Db, filter: Filter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filtered(db: Db, { text, use }: Filter) {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  return db
    .selectFrom('tags')
    .where(isTold)
    .$if(text !== '', (tags) => tags.where(sql<boolean>`lower(tags.name) like ${pattern} escape '!'`))
    .$if(use === 'used', (tags) => tags.where(sql<boolean>`${uses} > 0`))
    .$if(use === 'unused', (tags) => tags.where(sql<boolean>`${uses} = 0`));
}

export function findTag(trx: Trx, id: number) {
  return trx.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Only while it still has the name it was seen with. */
export async function changeName(trx: Trx, id: number, before: string, name: string) {
  const { numUpdatedRows } = await trx
    .updateTable('tags')
    .set({ name })
    .where('id', '=', id)
    .where('name', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}
