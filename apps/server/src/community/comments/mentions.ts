import { nicknameLength } from '@mojian/contract/members/accounts';
import { type SqlBool, sql } from 'kysely';
import type { Mention } from '../../content/text/comment-text.ts';
import { listUnheardIds } from '../../core/blocks/blocks.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTarget, type Target, type Which } from './comment-target.ts';

/** Further names after an @ in one text are ignored. */
const mostMentions = 10;
const mostSuggestions = 8;

/** Finds the members whose names follow an @ in a text; every prefix of what follows is tried as a name. */
export async function findMentioned(db: Db, text: string): Promise<Mention[]> {
  const tails = [...text.matchAll(/@([^\n@]{1,80})/gu)].slice(0, mostMentions).map(([, tail]) => tail ?? '');
  const keys = new Set(tails.flatMap(prefixes).map(nicknameKey).filter(Boolean));
  return keys.size > 0 ? listByNicknameKeys(db, [...keys]) : [];
}

/** Completes a name after an @: participants of the discussion first, then other members with that prefix. */
export async function listMentionable(db: Db, viewer: Viewer, { prefix, ...which }: Which & { prefix: string }) {
  const target = await findTarget(db, viewer, which);
  const key = nicknameKey(prefix);
  const participants = await listParticipants(db, target, key);
  const others = key === '' || participants.length >= mostSuggestions ? [] : await listByNicknamePrefix(db, key);
  const people = new Map([...participants, ...others].map((person) => [person.id, person]));
  for (const id of [viewer.id, ...(await listUnheardIds(db, viewer.id))]) people.delete(id);
  return [...people.values()].slice(0, mostSuggestions);
}

function prefixes(tail: string) {
  const characters = Array.from(tail).slice(0, nicknameLength);
  return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}

const mostSuggested = 9;
/** Authors of this many newest comments count as participants. */
const newestComments = 100;

function listByNicknameKeys(db: Db, keys: string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('nicknameKey', 'in', keys)
    .where('closesAt', 'is', null)
    .execute();
}

/** The target's author and its latest commenters, by prefix of their name. */
function listParticipants(db: Db, target: Target, key: string) {
  const authors = db
    .selectFrom('comments')
    .select('authorId')
    .where(`${target.kind}Id`, '=', target.id)
    .where('parentId', 'is', null)
    .where('state', '=', 'shown')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(newestComments)
    .as('newest');
  return withPrefix(db, key)
    .where(({ eb, or, selectFrom }) =>
      or([eb('users.id', '=', target.authorId), eb('users.id', 'in', selectFrom(authors).select('newest.authorId'))]),
    )
    .execute();
}

function listByNicknamePrefix(db: Db, key: string) {
  return withPrefix(db, key).execute();
}

function withPrefix(db: Db, key: string) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar'])
    .where('closesAt', 'is', null)
    .where(sql<SqlBool>`substr("nicknameKey", 1, ${sql.lit(Array.from(key).length)}) = ${key}`)
    .orderBy('nickname')
    .limit(mostSuggested);
}
