import { z } from 'zod';
import { digits, heat, rowsOf, title } from './sources/fields.ts';
import type { Entry, Source } from './sources/source.ts';

const row = z.object({ id: digits.optional().catch(undefined), title, hot: heat, url: z.string().max(2000) });
const answer = z.object({ code: z.literal(200), data: rowsOf(row) });

/** Reads what a DailyHotApi service says of a source. Where its links lead is checked by whoever takes the entries. */
export function readDailyHot(given: unknown, { linkOf }: Source): Entry[] {
  return answer
    .parse(given)
    .data.map(({ id, title, hot, url }) => ({ title, heat: hot, url: id && linkOf ? linkOf(id) : url }));
}
