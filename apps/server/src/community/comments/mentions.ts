import { nicknameLength } from '@mojian/contract/members/accounts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTarget, type Which } from './comment-target.ts';
import type { Mention } from './link-mentions.ts';
import * as queries from './mentions.queries.ts';

/** A comment that calls for more people calls for none of the others. */
const mostMentions = 10;
const mostSuggestions = 8;

/** Members whose names follow an @ in a text. Any of the beginnings of what follows it may be a name. */
export async function findMentioned(db: Db, text: string): Promise<Mention[]> {
  const tails = [...text.matchAll(/@([^\n@]{1,80})/gu)].slice(0, mostMentions).map(([, tail]) => tail ?? '');
  const keys = new Set(tails.flatMap(beginnings).map(nicknameKey).filter(Boolean));
  return keys.size > 0 ? queries.listByKeys(db, [...keys]) : [];
}

type Asked = Which & { prefix: string };

/** Whom the writer of a comment may mean: first those who are there already, then others whose names begin like this. */
export async function listMentionable(db: Db, viewer: Viewer, { prefix, ...which }: Asked) {
  const target = await findTarget(db, viewer, which);
  const key = nicknameKey(prefix);
  const present = await queries.listPresent(db, target, key);
  const others = key === '' || present.length >= mostSuggestions ? [] : await queries.listByPrefix(db, key);
  const people = new Map([...present, ...others].map((person) => [person.id, person]));
  people.delete(viewer.id);
  return [...people.values()].slice(0, mostSuggestions);
}

function beginnings(tail: string) {
  const letters = Array.from(tail).slice(0, nicknameLength);
  return letters.map((_, index) => letters.slice(0, index + 1).join(''));
}
