import { join } from 'node:path';
import { nextSeq } from '../apps/server/src/chat/messages/feed.ts';
import { holdMessage, releaseMessage } from '../apps/server/src/community/board/moderate-board.ts';
import { releaseComment } from '../apps/server/src/community/comments/moderate-comments.ts';
import { unsubscribeUrl } from '../apps/server/src/community/reply-mails/unsubscribe.ts';
import { renderSay, type SayDraft, writeSay } from '../apps/server/src/community/says/write-say.ts';
import { type ArticleDraft, saveArticle } from '../apps/server/src/content/articles/save-article.ts';
import { issueArticleCode } from '../apps/server/src/content/articles/unlocks.ts';
import { rememberMoved } from '../apps/server/src/content/slugs/moved.ts';
import { findOrAddGuest } from '../apps/server/src/core/guest-rows/guest-rows.ts';
import { nicknameKey as keyOfNickname } from '../apps/server/src/core/identity/nickname-key.ts';
import { slowHash } from '../apps/server/src/core/identity/passwords.ts';
import { notify as insertNotice } from '../apps/server/src/core/notices/notify.ts';
import { issueHandover } from '../apps/server/src/core/sessions/handover.ts';
import { signIn } from '../apps/server/src/core/sessions/sessions.ts';
import { type Settings, type SettingsGroup, saveSettings } from '../apps/server/src/core/settings/settings.ts';
import { withPictures } from '../apps/server/src/core/uploads/public-files.ts';
import { firstBytesAfter } from '../apps/server/src/operations/doctor/ask.ts';
import { doctorTicket } from '../apps/server/src/operations/doctor/data.ts';
import { archiveFiles } from '../apps/server/src/operations/exports/archive-files.ts';
import { approveLink, refuseLink } from '../apps/server/src/pages/links/links.ts';
import { chinaMonth } from '../apps/server/src/platform/dates.ts';
import { openDatabase as open } from '../apps/server/src/platform/db/open.ts';
import type { Db as Database, Trx as Transaction } from '../apps/server/src/platform/db/schema.ts';
import { enqueue } from '../apps/server/src/platform/outbox/outbox.ts';
import { createSearch } from '../apps/server/src/platform/search/search.ts';
import { publishEvents } from '../apps/server/src/platform/stream/event-bus.ts';
import { issueTicket } from '../apps/server/src/platform/tickets/tickets.ts';
import { tables } from '../apps/server/src/tables.ts';
import type { Site } from './site.ts';

/**
 * Rows beside the running site: the only file of these tests that knows the inside of the server. All else goes through
 * the front door.
 */
export type Db = Database;
export type Trx = Transaction;

export function openDatabase(url: string): Db {
  return open(url);
}

/**
 * Does something in the database of a running site, beside it. Not two at once: writing connections of one thread wait for
 * each other.
 */
export async function inDatabase<Result>({ dataDir }: Site, act: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(join(dataDir, 'mojian.db'));
  try {
    return await act(db);
  } finally {
    await db.destroy();
  }
}

function inTransaction<Result>(site: Site, act: (trx: Trx) => Promise<Result>): Promise<Result> {
  return inDatabase(site, (db) => db.transaction().execute(act));
}

export type Features = Partial<Settings['features']>;

type Groups = { [Group in SettingsGroup]?: Parameters<typeof saveSettings<Group>>[2] };

/** Saves these groups of settings as the owner does. The running site forgets its settings with the pages. */
export function changeSettings(site: Site, groups: Groups) {
  return inTransaction(site, async (trx) => {
    for (const [group, value] of Object.entries(groups))
      await saveSettings(trx, group as SettingsGroup, value as object);
    await enqueue(trx, 'drop-pages', { tags: ['site'] });
  });
}

/** Has the site render the pages with a tag anew, after their rows were changed by hand. */
export function dropPages(site: Site, tag: string) {
  return inTransaction(site, (trx) => enqueue(trx, 'drop-pages', { tags: [tag] }));
}

type Draft = Omit<ArticleDraft, 'state' | 'publishedAt'> & Partial<ArticleDraft>;

/** Writes an article, published now unless the draft says otherwise, or writes that with the id anew. Returns its id. */
export function writeArticle(site: Site, draft: Draft, id?: number) {
  const whole = { state: 'published', publishedAt: null, ...draft } as const;
  return inDatabase(site, (db) =>
    saveArticle({ db, search: createSearch('sqlite'), siteUrl: site.url }, whole, { id }),
  );
}

/** Says something as a member. Returns its id. */
export async function say(site: Site, draft: SayDraft) {
  const rendered = await renderSay(draft.text, site.url);
  return inTransaction(site, (trx) => writeSay(trx, draft, rendered));
}

/** A line in the group or a private room, in the place that comes next. */
export async function putChatMessage(trx: Trx, line: Record<string, unknown> & { roomId: number; senderId: number }) {
  const seq = await nextSeq(trx);
  const row = { ...line, seq, sendKey: `old-${seq}`, createdAt: Number(line.createdAt) };
  return (await trx.insertInto('chatMessages').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export const nicknameKey = (nickname: string) => keyOfNickname(nickname);
export const hashPassword = (password: string) => slowHash(password);

/** Opens a session of a member. Returns its token. */
export async function openSession(db: Db, userId: number): Promise<string> {
  return (await signIn(db, { userId, way: 'password', caller: { address: '127.0.0.1', agent: '' } })).token;
}

/** Ticket with which a browser that comes back from a provider logs in. */
export function issueLoginTicket(site: Site, userId: number) {
  return inDatabase(site, (db) => issueHandover(db, { userId, way: 'github' }));
}

/** An author of imported texts without an account. Returns their id. */
export function addGuest(site: Site, person: Parameters<typeof findOrAddGuest>[1]) {
  return inTransaction(site, (trx) => findOrAddGuest(trx, person));
}

export type Notice = Parameters<typeof insertNotice>[1];

export function notify(site: Site, notice: Notice) {
  return inTransaction(site, (trx) => insertNotice(trx, notice));
}

/** Tells open screens of an event. */
export function publish(site: Site, event: Parameters<typeof publishEvents>[1]) {
  return inTransaction(site, (trx) => publishEvents(trx, event));
}

/** Code that the official account sends to a follower, which unlocks articles. */
export function issueCode(site: Site) {
  return inTransaction(site, (trx) => issueArticleCode(trx, 'o-follower'));
}

export const sendToReview = (site: Site, id: number) => inDatabase(site, (db) => holdMessage(db, id));
export const releaseBoardMessage = (site: Site, id: number) => inDatabase(site, (db) => releaseMessage(db, id));
export const approveComment = (site: Site, id: number) => inDatabase(site, (db) => releaseComment(db, id));

export function approveFriend(site: Site, id: number, group: string) {
  return inDatabase(site, (db) => approveLink({ db, siteUrl: site.url }, id, group));
}

export function refuseFriend(site: Site, id: number, reason: string) {
  return inDatabase(site, (db) => refuseLink({ db, siteUrl: site.url }, id, reason));
}

export type Redirect = [path: string, target: string, source: 'import' | 'manual'];

export function redirect(site: Site, ...redirects: Redirect[]) {
  return inTransaction(site, async (trx) => {
    for (const [path, target, source] of redirects) await rememberMoved(trx, path, target, source);
  });
}

/** All texts of the archive that a member may download. */
export async function readArchive(site: Site, userId: number) {
  const texts: string[] = [];
  await inDatabase(site, async (db) => {
    for await (const { name, content } of archiveFiles({ db, tables, siteUrl: site.url }, userId, async () => {})) {
      texts.push(name);
      for await (const part of content) texts.push(part);
    }
  });
  return texts.join('\n');
}

/** Address under which a picture that is not public is served. */
export const signPicture = (site: Site, url: string) => inDatabase(site, (db) => withPictures(db, url, 'proven'));

export const unsubscribeAddress = (site: Site, userId: number) =>
  inDatabase(site, (db) => unsubscribeUrl(db, site.url, userId));

/** Ticket with which `doctor` examines a site from outside. */
export const issueDoctorTicket = (site: Site) => inDatabase(site, (db) => issueTicket(db, doctorTicket, null));

/** Milliseconds until a stream sends something. */
export const waitForFirstBytes = (url: string, timeoutMs: number) => firstBytesAfter(url, timeoutMs);

export const monthInChina = (time: number) => chinaMonth(time);
