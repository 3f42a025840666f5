import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

const maxWords = 10;

/**
 * Whether a column holds every word of a text as it is written, in capitals or not; the words need not stand together.
 * `column` as `comments.text`, or what makes one of several.
 */
export function contains(column: string | Expression<string>, text: string): RawBuilder<boolean> {
  const held = typeof column === 'string' ? sql.ref(column) : column;
  const words = text.split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const each = words.map((word) => {
    const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
    return sql`lower(${held}) like lower(${pattern}) escape '!'`;
  });
  return sql<boolean>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}

/** Standing on an article that somebody beside its author may know of. */
export const notPrivate = sql<boolean>`articles.state <> 'private'`;

/** Its title as others are told it: nothing of what is its author's alone. */
export const publicTitle = sql<string | null>`case when ${notPrivate} then articles.title end`;

/**
 * Published and not removed: what visitors may list. Written out rather than bound, because only so do the databases use
 * the indexes that are limited to these rows.
 */
export const listed = sql<boolean>`articles.state = 'published' and articles."removedAt" is null`;

/** Counts the rows of a query that selects no columns; a number on both databases. */
export async function countRows<Tables, Table extends keyof Tables, Row>(rows: SelectQueryBuilder<Tables, Table, Row>) {
  const { total } = await rows
    .select(({ fn }) => fn.countAll().as('total'))
    .$castTo<{ total: number | bigint | string }>()
    .executeTakeFirstOrThrow();
  return Number(total);
}
