import type { Db } from '../../platform/db/schema.ts';
import { firstLetterOf } from '../../platform/search/initials.ts';
import { listTags } from './tags.ts';

/** Letters of names, which never change; dropped when there are too many. */
const letters = new Map<string, string>();
const lettersAtMost = 5000;

/** Tags of listed articles, the most used first, each with the letter under which an index has it. */
export async function listTagsByLetter(db: Db) {
  const tags = await listTags(db);
  if (letters.size > lettersAtMost) letters.clear();
  const unknown = tags.filter(({ name }) => !letters.has(name));
  for (const { name } of unknown) letters.set(name, await firstLetterOf(name));
  return tags.map((tag) => ({ ...tag, letter: letters.get(tag.name) ?? '#' }));
}
