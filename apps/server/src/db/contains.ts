import { type RawBuilder, sql } from 'kysely';

/** Whether a column holds this text as it is written, in capitals or not. `column` as `comments.text`. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
}
