import { isbot } from 'isbot';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './shares.queries.ts';

type Seen = { path: string; agent: string; prefetch?: boolean };

/** Counts that a person opened a link: no program, no preview of a chat, nothing fetched ahead. Other pages are none. */
export async function countShareView(db: Db, { path, agent, prefetch }: Seen) {
  const [, token] = /^\/draft\/([\w-]{20,100})\/?$/.exec(path) ?? [];
  if (token && !prefetch && agent !== '' && !isbot(agent)) await queries.countView(db, token);
}
