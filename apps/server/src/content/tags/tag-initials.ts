import type { Db } from '../../platform/db/schema.ts';
import { initialOf } from '../../platform/search/initials.ts';
import { listTags } from './tags.ts';

/** Initials of names, which never change; dropped when there are too many. */
const initials = new Map<string, string>();
const initialsAtMost = 5000;

/** Tags of listed articles, the most used first, each with the initial under which an index has it. */
export async function listTagsWithInitials(db: Db) {
  const tags = await listTags(db);
  if (initials.size > initialsAtMost) initials.clear();
  const unknown = tags.filter(({ name }) => !initials.has(name));
  for (const { name } of unknown) initials.set(name, await initialOf(name));
  return tags.map((tag) => ({ ...tag, initial: initials.get(tag.name) ?? '#' }));
}
