import type { Comment } from '@mojian/contract/community/comments';
import type { CallsOf } from '../../../api/calls.ts';
import { readToken } from '../../../session/token.ts';
import { readGuest } from './stored-guest.ts';

type Calls = CallsOf<'comments' | 'guestComments'>;
type Target = { articleId: number } | { sayId: number };
type List = Calls['comments']['list'];
type Page = Awaited<ReturnType<List>>;

/** Whether this browser may have written as a guest, and nobody is logged in. */
function guestHere() {
  return readToken() ? undefined : readGuest();
}

type Deps = { calls: Calls; reading: { list: List } };

/** Lists on the first page also what this browser wrote as a guest and may still change, or what waits for review. */
export function withOwn<Given extends Deps>(deps: Given, target: Target): Given {
  const { calls, reading } = deps;
  const list: List = async (input) => {
    const guest = input.query.after ? undefined : guestHere();
    if (!guest) return reading.list(input);
    const own = calls.guestComments.own({ body: { ...target, browser: guest.browser } }).catch(() => []);
    const [page, written] = await Promise.all([reading.list(input), own]);
    return written.reduce(withOne, page);
  };
  return { ...deps, reading: { ...reading, list } };
}

/** Puts an own comment in the place of the one that all see, or first, or below the one it answers. */
function withOne(page: Page, own: Comment): Page {
  let isThere = false;
  const replaced = <One extends Comment>(one: One): One => {
    if (one.id !== own.id) return one;
    isThere = true;
    return { ...one, ...own };
  };
  const records = page.records.map((thread) => ({
    ...replaced(thread),
    replies: { ...thread.replies, first: thread.replies.first.map(replaced) },
  }));
  if (isThere) return { ...page, records };
  if (own.parentId === null)
    return own.held
      ? { ...page, records: [{ ...own, replies: { total: 0, first: [], next: null } }, ...records] }
      : page;
  return {
    ...page,
    records: records.map((thread) =>
      thread.id === own.parentId
        ? { ...thread, replies: { ...thread.replies, first: [...thread.replies.first, own] } }
        : thread,
    ),
  };
}

/** Edits a comment as its guest. @throws Failure as the call; not-found in a browser without a guest */
export function editAsGuest(calls: Calls, { id, text }: { id: number; text: string }) {
  return calls.guestComments.edit({ body: { id, text, browser: readGuest()?.browser ?? '' } });
}

export function withdrawAsGuest(calls: Calls, id: number) {
  return calls.guestComments.withdraw({ body: { id, browser: readGuest()?.browser ?? '' } });
}
