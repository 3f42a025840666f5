import { type Expression, type RawBuilder, sql } from 'kysely';

const wordsAtMost = 10;

/**
 * Whether a column holds every word of a text as it is written, in capitals or not; the words need not stand together.
 * `column` as `comments.text`, or what makes one of several.
 */
export function contains(column: string | Expression<string>, text: string): RawBuilder<boolean> {
  const held = typeof column === 'string' ? sql.ref(column) : column;
  const words = text.split(/\s+/u).filter(Boolean).slice(0, wordsAtMost);
  const each = words.map((word) => {
    const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
    return sql`lower(${held}) like lower(${pattern}) escape '!'`;
  });
  return sql<boolean>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}
