import { leaveRooms } from '../../chat/messages/moderate-messages.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import * as queries from './closing.queries.ts';
import { dropFiles } from './closing-files.ts';
import { removeWritings } from './closing-writings.ts';

type Parts = { db: Db; search: Search; storage: Storage };
type Account = Awaited<ReturnType<typeof queries.listDue>>[number];

/** What stays of a person: a row that their writings can belong to. */
const nobody = {
  nickname: '已注销用户',
  nicknameKey: null,
  email: null,
  passwordHash: null,
  role: 'member',
  ...{ avatar: '', cover: '', intro: '', website: '', place: '', mailOnReply: 0 },
  ...{ showsRead: 0, showsTyping: 0, showsPresence: 0 },
  ...{ seenAt: null, disabledReason: '', mutedReason: '' },
} as const;

/**
 * Ends the accounts that were closed two weeks ago, in small steps that may be repeated: a crash between two of them is
 * made good the next time. One account that fails holds up no other.
 * @throws what went wrong first, once all were tried.
 */
export async function finishClosing(parts: Parts, now = Date.now()) {
  const errors: unknown[] = [];
  for (const account of await queries.listDue(parts.db, now))
    await finish(parts, account).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function finish(parts: Parts, account: Account) {
  await parts.db.transaction().execute((trx) => forget(trx, account));
  await removeWritings(parts, account);
  await dropFiles(parts, account.id);
  await queries.updateUser(parts.db, account.id, { closesAt: 0 });
}

/** First of all nobody can be this member any more, and no page names them. */
async function forget(trx: Trx, { id, email }: Account) {
  await queries.deleteBelongings(trx, id);
  await leaveRooms(trx, id);
  const collected = await queries.deleteCollects(trx, id);
  if (email !== null) await queries.deleteMail(trx, email);
  await queries.renameOnBoard(trx, id, nobody.nickname);
  await queries.updateUser(trx, id, nobody);
  await enqueue(trx, 'drop-pages', { tags: [`user:${id}`, 'people', ...collected.map((one) => `article:${one}`)] });
}
