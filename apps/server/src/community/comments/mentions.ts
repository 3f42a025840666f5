import { nicknameLength } from '@mojian/contract/members/accounts';
import type { Mention } from '../../content/text/comment-text.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTarget, type Which } from './comment-target.ts';
import * as queries from './comments.queries.ts';

/** Further names after an @ in one text are ignored. */
const mostMentions = 10;
const mostSuggestions = 8;

/** Finds the members whose names follow an @ in a text; every prefix of what follows is tried as a name. */
export async function findMentioned(db: Db, text: string): Promise<Mention[]> {
  const tails = [...text.matchAll(/@([^\n@]{1,80})/gu)].slice(0, mostMentions).map(([, tail]) => tail ?? '');
  const keys = new Set(tails.flatMap(prefixes).map(nicknameKey).filter(Boolean));
  return keys.size > 0 ? queries.listByNicknameKeys(db, [...keys]) : [];
}

/** Completes a name after an @: participants of the discussion first, then other members with that prefix. */
export async function listMentionable(db: Db, viewer: Viewer, { prefix, ...which }: Which & { prefix: string }) {
  const target = await findTarget(db, viewer, which);
  const key = nicknameKey(prefix);
  const participants = await queries.listParticipants(db, target, key);
  const others =
    key === '' || participants.length >= mostSuggestions ? [] : await queries.listByNicknamePrefix(db, key);
  const people = new Map([...participants, ...others].map((person) => [person.id, person]));
  people.delete(viewer.id);
  return [...people.values()].slice(0, mostSuggestions);
}

function prefixes(tail: string) {
  const characters = Array.from(tail).slice(0, nicknameLength);
  return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}
