import type { ArticleContent } from '@mojian/contract/content/article-content';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import { blankContent } from '../blank-content.ts';
import type { Begun } from './begun.ts';
import { dropEntry, listEntries } from './entries.ts';
import { type Entry, newKey } from './entry.ts';
import type { DraftCalls } from './sender.ts';
import { takeUp } from './take-up.ts';

export type Opening =
  /** `before`: what the server had, where this browser had something newer and it was taken. */
  | { is: 'open'; begun: Begun; before: ArticleContent | null }
  /** It is not there, or lies in the trash. `entry`: what this browser still has of it. */
  | { is: 'missing'; failure: Failure; entry: Entry | undefined }
  | { is: 'failed' };

/** A member's article as it is to be gone on with: the newest of what the server and this browser have. */
export async function openArticle(calls: Pick<DraftCalls, 'mine'>, member: number, id: number): Promise<Opening> {
  const kept = listEntries(member).then((entries) => entries.find((entry) => entry.id === id));
  try {
    const draft = await calls.mine({ query: { id } });
    const entry = await kept;
    const { content, version, from } = takeUp(draft, entry);
    if (entry && from === 'server') await dropEntry(entry.name);
    const place = { id, key: entry?.key ?? `article-${id}`, version };
    const theirs = from === 'stale' ? draft : null;
    const begun = { member, place, content, draft, sent: null, isSaved: from === 'server', theirs };
    return { is: 'open', begun, before: from === 'journal' ? draft.content : null };
  } catch (error) {
    return withoutServer(isFailure(error) ? error : undefined, await kept);
  }
}

function withoutServer(failure: Failure | undefined, entry: Entry | undefined): Opening {
  if (failure?.id === 'gone' || failure?.id === 'not-found') return { is: 'missing', failure, entry };
  if (!entry || failure?.id !== 'unavailable') return { is: 'failed' };
  return { is: 'open', begun: goOn(entry), before: null };
}

/** From what this browser has, which knows what it goes on from. */
export function goOn({ member, id, key, version, content, sent }: Entry): Begun {
  return { member, place: { id, key, version }, content, draft: null, sent, isSaved: false, theirs: null };
}

/** An article nothing is known of yet, or one with a text that lost its own. */
export function beginNew(member: number, content = blankContent): Begun {
  const place = { id: null, key: newKey(), version: null };
  return { member, place, content, draft: null, sent: null, isSaved: content === blankContent, theirs: null };
}
