import { setImmediate as turn } from 'node:timers/promises';
import { dayLength } from '@mojian/contract/platform/time';
import { type SqlBool, sql } from 'kysely';
import { eraseAbandoned, eraseMessages, leaveRooms } from '../../chat/messages/moderate-messages.ts';
import { renameOnBoard } from '../../community/board/board.ts';
import { eraseComments } from '../../community/comments/moderate-comments.ts';
import { eraseFeedback } from '../../community/feedback/feedback.ts';
import { eraseSays } from '../../community/says/moderate-says.ts';
import { eraseArticle } from '../../content/articles/remove-article.ts';
import { removeAllSeries } from '../../content/series/series.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { confirmPassword, requireOpenSession } from '../../core/identity/passwords.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import { listOwnPictures, removePicture } from '../../core/uploads/drop-picture.ts';
import { listUsedPictureKeys } from '../../core/uploads/file-uses.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { memberColumns, namesMember, type Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { keyOfAddress, type Storage, unsizedKey } from '../../platform/storage/storage.ts';
import { accountClosedMail } from './account-mails.ts';
import { dropSecrets } from './mail-codes.ts';
import { requireOwner } from './staff-acts.ts';

const daysToComeBack = 14;

type Closing = { password: string; writings: 'keep' | 'remove' };

/**
 * Closes the account and ends its sessions. Logging in within two weeks reopens it: see `signIn`.
 * @throws Failure as `confirmPassword` and `requireOpenSession`; not-allowed for the last owner.
 */
export async function closeAccount(db: Db, viewer: Viewer, { password, writings }: Closing) {
  const user = await confirmPassword(db, viewer, password);
  await db.transaction().execute(async (trx) => {
    await requireOpenSession(trx, viewer);
    const closesAt = await beginClosing(trx, user, writings);
    // asked once more: somebody may have made them the owner since
    if ((await findAccount(trx, user.id))?.role === 'owner') await requireOwner(trx);
    if (user.email) await enqueueMail(trx, accountClosedMail(user.email, user.nickname, closesAt));
  });
}

/** Ends all sessions and returns when the account will be erased, unless its member logs in before. */
export async function beginClosing(
  trx: Trx,
  user: { id: number; email: string | null },
  writings: Closing['writings'],
) {
  const closesAt = Date.now() + daysToComeBack * dayLength;
  await updateUser(trx, user.id, { closesAt, keepWritings: writings === 'keep' ? 1 : 0 });
  await dropSecrets(trx, user);
  await endSessions(trx, user.id);
  return closesAt;
}

type ClosingDeps = { db: Db; tables: Tables; search: Search; storage: Storage };
type DueAccount = Awaited<ReturnType<typeof listDueAccounts>>[number];

/** Columns of the row that stays as the author of kept writings. */
const emptyProfile = {
  nickname: '已注销用户',
  nicknameKey: null,
  email: null,
  passwordHash: null,
  role: 'member',
  avatar: '',
  cover: '',
  intro: '',
  website: '',
  place: '',
  mailOnReply: 0,
  keepsCamera: 0,
  mailOnArticle: 0,
  showsRead: 0,
  showsTyping: 0,
  showsPresence: 0,
  showsCollects: 0,
  seenAt: null,
  disabledReason: '',
  mutedReason: '',
} as const;

/**
 * Erases accounts closed two weeks ago, in repeatable steps, so that a crash is made good by the next run. One failing
 * account does not stop the others.
 * @throws the first error, once all were tried.
 */
export async function finishClosing(deps: ClosingDeps, now = Date.now()) {
  const errors: unknown[] = [];
  for (const account of await listDueAccounts(deps.db, now))
    await finish(deps, account).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function finish(deps: ClosingDeps, account: DueAccount) {
  await deps.db.transaction().execute((trx) => eraseProfile(trx, deps.tables, account));
  await removeWritings(deps, account);
  await dropFiles(deps, account.id);
  await updateUser(deps.db, account.id, { closesAt: 0 });
}

/** Runs first: nobody can log in as this member any more, and no page names them. */
async function eraseProfile(trx: Trx, tables: Tables, { id, email, avatar, cover }: DueAccount) {
  const collected = await deleteCollects(trx, id);
  await deleteBelongings(trx, tables, id);
  await adoptPictures(trx, id, [avatar, cover]);
  await leaveRooms(trx, id);
  if (email !== null) await deleteMail(trx, email);
  await renameOnBoard(trx, id, emptyProfile.nickname);
  await updateUser(trx, id, emptyProfile);
  await enqueue(trx, 'drop-pages', { tags: [`user:${id}`, 'people', ...collected.map((one) => `article:${one}`)] });
}

/** Gives the member pictures of the profile that a social login or an import brought, so that `dropFiles` removes them. */
async function adoptPictures(trx: Trx, userId: number, addresses: string[]) {
  const keys = addresses.flatMap((address) => keyOfAddress(address) ?? []).map(unsizedKey);
  const createdAt = Date.now();
  for (const key of await listUnownedKeys(trx, keys))
    await trx.insertInto('fileOwners').values({ key, userId, createdAt }).execute();
}

async function listUnownedKeys(trx: Trx, keys: string[]) {
  if (keys.length === 0) return [];
  const rows = await trx
    .selectFrom('files')
    .select('key')
    .where('key', 'in', keys)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('fileOwners').select('userId').whereRef('fileOwners.key', '=', 'files.key'))),
    )
    .execute();
  return rows.map(({ key }) => key);
}

type SearchDeps = { db: Db; search: Search };
type ClosingAccount = { id: number; keepWritings: number };

const batchSize = 100;

/**
 * Removes all writings, or only the unpublished ones when the member chose to keep the rest. Private rooms that nobody is left
 * in go in any case.
 */
async function removeWritings(deps: SearchDeps, { id, keepWritings }: ClosingAccount) {
  const which = keepWritings === 1 ? 'unseen' : 'all';
  for (const article of await listArticleIdsOfMember(deps.db, id, which)) {
    await turn(); // lets other requests run between two articles
    await eraseArticle(deps, article);
  }
  await inBatches(deps.db, (trx) => eraseSays(trx, id, which, batchSize));
  await inBatches(deps.db, (trx) => eraseMessages(trx, deps.search, id, which, batchSize));
  await inBatches(deps.db, (trx) => eraseAbandoned(trx, deps.search, id, batchSize));
  if (which === 'unseen') return deps.db.transaction().execute((trx) => deleteUnpublished(trx, id));
  await deps.db.transaction().execute((trx) => removeAllSeries(trx, id));
  await inBatches(deps.db, (trx) => eraseComments(trx, id, batchSize));
  await inBatches(deps.db, (trx) => removeBoardMessages(trx, id));
  await inBatches(deps.db, (trx) => eraseFeedback(trx, id, batchSize));
}

/** Repeats until nothing is left, in short transactions. */
async function inBatches(db: Db, remove: (trx: Trx) => Promise<number>) {
  while ((await db.transaction().execute(remove)) > 0) await turn();
}

async function removeBoardMessages(trx: Trx, authorId: number) {
  const count = await deleteBoardMessages(trx, authorId, batchSize);
  if (count > 0) await enqueue(trx, 'drop-pages', { tags: ['board'] });
  return count;
}

type StorageDeps = { db: Db; tables: Tables; storage: Storage };

/** Removes a member's pictures, and from storage those that nobody else uploaded and nothing shows. */
async function dropFiles(deps: StorageDeps, userId: number) {
  const files = await listOwnPictures(deps.db, userId);
  const shown = files.length > 0 ? await listUsedPictureKeys(deps.db, deps.tables) : new Set<string>();
  for (const file of files) {
    await turn();
    await removePicture(deps, file, { userId, shown });
  }
}

/** Closed accounts past their two weeks, never the last owner's. */
function listDueAccounts(db: Db | Trx, now: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'avatar', 'cover', 'keepWritings'])
    .where('closesAt', '>', 0)
    .where('closesAt', '<=', now)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', '<>', 'owner'),
        exists(selectFrom('users as other').select('id').where('role', '=', 'owner').where('closesAt', 'is', null)),
      ]),
    )
    .orderBy('closesAt')
    .execute();
}

/** Deletes logins and private data. */
async function deleteBelongings(trx: Trx, tables: Tables, userId: number) {
  for (const column of memberColumns(tables))
    if (column.onClose === 'delete')
      await sql`delete from ${sql.table(column.table.name)} where ${namesMember(column, userId)}`.execute(trx);
}

/** Deletes collects and counts them down. Returns the articles. */
async function deleteCollects(trx: Trx, userId: number) {
  const collects = await trx.deleteFrom('collects').where('userId', '=', userId).returning('articleId').execute();
  const ids = collects.map(({ articleId }) => articleId).sort((a, b) => a - b);
  for (const id of ids)
    await trx
      .updateTable('articles')
      .set((article) => ({ collects: article('collects', '-', 1) }))
      .where('id', '=', id)
      .execute();
  return ids;
}

async function deleteMail(trx: Trx, email: string) {
  await trx.deleteFrom('mailCodes').where('email', '=', email).execute();
  await trx.deleteFrom('keptMails').where('recipient', '=', email).execute();
}

/** Writings only their author ever saw, removed in any case. */
const unseen = sql<SqlBool>`(state <> 'published' or "removedAt" is not null)`;
const all = sql<SqlBool>`1 = 1`;

async function listArticleIdsOfMember(db: Db, authorId: number, which: 'all' | 'unseen') {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('authorId', '=', authorId)
    .where(which === 'all' ? all : unseen)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes drafts, revisions and share links of a member's articles that stay, all or those of a condition. */
export async function deleteUnpublished(trx: Trx, authorId: number, which = all) {
  const own = sql`select id from articles where "authorId" = ${authorId} and ${which}`;
  for (const table of ['drafts', 'revisions', 'shares'] as const)
    await sql`delete from ${sql.table(table)} where "articleId" in (${own})`.execute(trx);
}

async function deleteBoardMessages(trx: Trx, authorId: number, most: number) {
  const some = trx.selectFrom('boardMessages').select('id').where('authorId', '=', authorId).limit(most);
  const rows = await trx.deleteFrom('boardMessages').where('id', 'in', some).returning('id').execute();
  return rows.length;
}
