import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import type { Mention } from '../../content/text/comment-text.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { joinGroup } from '../rooms/room-rows.ts';
import { nextSeq } from './feed.ts';
import { countSent } from './may-speak.ts';
import type { Row } from './messages.queries.ts';
import { presentMessages } from './present-messages.ts';
import { publishMessages } from './publish-messages.ts';
import * as queries from './writing.queries.ts';

/** A message to the group, judged, with the members it may mention. */
export type Post = { message: Omit<queries.NewMessage, 'seq'>; mentionable: Mention[] };

type Deps = { db: Db; search: Search };
type Waiting = { post: Post; resolve: (message: ChatMessage) => void; reject: (error: unknown) => void };

const mostAtOnce = 100;

/** Captured at load: tests replace the global function by a fake timer. */
const { setImmediate } = globalThis;

/**
 * Stores messages to the group. Those that arrive in one turn of the event loop share every statement: twenty cost little
 * more than one. Should they fail, each is tried alone, so that none fails for another's fault.
 */
export class GroupPosts {
  readonly #deps: Deps;
  #waiting: Waiting[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores a message and returns it as its sender sees it. @throws Failure too-many-requests */
  post(post: Post): Promise<ChatMessage> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#postWaiting());
      this.#waiting.push({ post, resolve, reject });
    });
  }

  /** Stores one waiting message of each member: a second one may repeat the first, which then has to be stored already. */
  #postWaiting() {
    const taken = new Map<number, Waiting>();
    const remaining: Waiting[] = [];
    for (const one of this.#waiting) {
      const { senderId } = one.post.message;
      if (taken.size >= mostAtOnce || taken.has(senderId)) remaining.push(one);
      else taken.set(senderId, one);
    }
    this.#waiting = remaining;
    if (remaining.length > 0) setImmediate(() => this.#postWaiting());
    void this.#store([...taken.values()]);
  }

  async #store(some: Waiting[]) {
    const posts = some.map(({ post }) => post);
    try {
      const stored = await storePosts(this.#deps, posts);
      for (const [index, { resolve, reject }] of some.entries()) {
        const result = stored[index] ?? new Failure('gone');
        if (result instanceof Failure) reject(result);
        else resolve(result);
      }
    } catch (error) {
      if (some.length > 1) for (const one of some) void this.#store([one]);
      else some[0]?.reject(error);
    }
  }
}

async function storePosts({ db, search }: Deps, posts: Post[]): Promise<(ChatMessage | Failure | undefined)[]> {
  const stored = await db.transaction().execute((trx) => insertPosts(trx, search, posts));
  const rows = stored.filter((row) => !(row instanceof Failure));
  const messages = new Map((await presentMessages(db, rows)).map((message) => [message.id, message]));
  return stored.map((row) => (row instanceof Failure ? row : messages.get(row.id)));
}

/**
 * Inserts messages of different members in their order and returns their rows; of one whose key was sent before the first
 * row, and the failure of one too many.
 */
async function insertPosts(trx: Trx, search: Search, posts: Post[]): Promise<(Row | Failure)[]> {
  const lastSeq = await nextSeq(trx, posts.length);
  const messages = posts.map(({ message }, index) => ({ ...message, seq: lastSeq - posts.length + 1 + index }));
  const known = await queries.listSentMessages(trx, messages);
  const results = new Map<number, Row | Failure>(known.map((row) => [row.senderId, row]));
  const unsent = messages.filter(({ senderId }) => !results.has(senderId));
  for (const [id, failure] of await countSent(trx, unsent)) results.set(id, failure);
  const accepted = unsent.filter(({ senderId }) => !results.has(senderId));
  const inserted = accepted.length > 0 ? await queries.insertChatMessages(trx, accepted) : [];
  for (const row of inserted) results.set(row.senderId, row);
  if (inserted.length > 0) await joinGroup(trx, inserted);
  const mentionable = new Map(posts.map((post) => [post.message.senderId, post.mentionable]));
  const published = inserted.map((message) => ({ message, mentionable: mentionable.get(message.senderId) ?? [] }));
  await publishMessages(
    trx,
    search,
    published.filter(({ message }) => message.state === 'shown'),
  );
  return messages.map(({ senderId }) => results.get(senderId) ?? new Failure('gone'));
}
