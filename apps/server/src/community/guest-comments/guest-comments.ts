import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import type { guestComments } from '@mojian/contract/community/guest-comments';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { boardPause, editableMinutes, readTypes } from '@mojian/contract/platform/rules';
import { dayLength } from '@mojian/contract/platform/time';
import { checkCommentText } from '../../content/text/comment-text.ts';
import { requireSolution } from '../../core/captcha/captcha.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import { countLinks } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { networkOf } from '../../platform/client-address.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { addressKey, addTry, countTry, triesSoFar } from '../../platform/limits/limits.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { findTarget, type Target } from '../comments/comment-target.ts';
import { editable } from '../comments/comments.policy.ts';
import { presentComments } from '../comments/list-comments.ts';
import { removeComment } from '../comments/moderate-comments.ts';
import {
  type EditedText,
  editComment,
  findRepliedTo,
  insertNew,
  judgeComment,
  newComment,
} from '../comments/write-comment.ts';
import { askToConfirm } from './confirm-mail.ts';
import type { Row } from './guest-comments.queries.ts';
import * as queries from './guest-comments.queries.ts';
import { checkGuest, requireStillAccepted } from './refused-guests.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };
type PostInput = Input<typeof guestComments.post>['body'];

/** Whether visitors may comment, and whether answers can be mailed to them. */
export async function termsOfGuests({ db, smtpUrl }: Deps) {
  const { comments, mail } = await readSettings(db);
  return { mode: comments.guests, mails: canMail(mail, smtpUrl) };
}

/**
 * Stores a comment of somebody without an account, as their browser may see it. A repeated `key` of the same browser
 * returns the first comment again. Whether the mailbox is a member's changes nothing.
 * @throws Failure not-allowed where visitors may not comment, and for refused guests; captcha-needed; too-many-requests
 * within a pause; naming `name`, `text`, `replyTo`; as `findTarget`
 */
export async function postGuestComment(deps: Deps, caller: Caller, input: PostInput): Promise<CommentThread> {
  const { db } = deps;
  if (caller.viewer) throw new Failure('not-allowed', '你已经登录了，请以自己的名义评论');
  if (!input.captcha) throw new Failure('captcha-needed');
  const browser = secretHash(input.browser);
  const mode = await reviewMode(db, browser);
  const target = await findTarget(db, null, input);
  requireOpen(target);
  const sent = input.key ? await queries.findSentByBrowser(db, browser, input.key) : undefined;
  const id = sent ?? (await create(deps, caller, { ...input, browser, mode, target }));
  const row = await queries.findComment(db, id);
  const [comment] = row ? await presentOwn(db, target, [row]) : [];
  if (!comment) throw new Failure('gone');
  return { ...comment, replies: { total: 0, first: [], next: null } };
}

/** @throws Failure not-allowed on closed comments, and for an article that not everybody reads */
function requireOpen({ commenting, readType = readTypes.free }: Target) {
  if (commenting === 'closed') throw new Failure('not-allowed', '评论已关闭', 'articleId');
  if (readType !== readTypes.free) throw new Failure('not-allowed', '登录后才能评论这一篇', 'articleId');
}

type Mode = 'none' | 'first' | 'all';

/** Mode in which comments of this browser are reviewed; one being edited does not speak for itself. @throws Failure not-allowed while visitors may not comment */
async function reviewMode(db: Db, browser: string, exceptId?: number): Promise<Mode> {
  const { comments, features } = await readSettings(db);
  if (comments.guests === 'off') throw new Failure('not-allowed', '登录后才能评论');
  if (comments.guests === 'held') return 'first'; // says that it is a visitor's
  if (features.comments === 'review') return 'all';
  return features.comments === 'first' && !(await queries.hasShownOfBrowser(db, browser, exceptId)) ? 'first' : 'none';
}

type Checked = PostInput & { mode: Mode; target: Target };

async function create(deps: Deps, { address, agent }: Caller, input: Checked) {
  const { db } = deps;
  const { target, mode, browser, key, email, website } = input;
  const text = checkCommentText(input.text);
  requireNobodyCalled(text);
  const guest = await checkGuest(db, input, address);
  const repliedTo = input.replyTo === undefined ? undefined : await findRepliedTo(db, target, input.replyTo);
  await inTurn(() => requirePauseOver(db, address));
  await requireSolution(db, input.captcha);
  const judged = await judgeComment(deps, { ...asGuest, mode, visitor: visitorAt(address) }, text);
  const reviewed = countLinks(guest) === 0 ? judged : held(judged, '昵称里有网址');
  const comment = await newComment({ address, agent }, { target, repliedTo, judged: reviewed, sendKey: key });
  return db.transaction().execute(async (trx) => {
    await inTurn(() => countComment(trx, address));
    const authorId = await findOrAddGuest(trx, { name: guest, email, website, browser, createdAt: null });
    const id = await insertNew(trx, target, { ...(await heldInFlood(trx, comment)), authorId });
    const { createdAt } = comment;
    await queries.insertGuestComment(trx, { commentId: id, browser, network: networkOf(address), createdAt });
    if (input.notify && email !== '') await askToConfirm(trx, deps, { userId: authorId, email, address, target });
    return id;
  });
}

/** As which guests are judged: nobody of ours, calling nobody. */
const asGuest = { authorId: null, role: 'member', mentions: false } as const;
const visitorAt = (address: string) => `guest ${addressKey(address)}`;

function held(judged: EditedText, reason: string): EditedText {
  return { ...judged, state: 'held', reasons: [...judged.reasons, reason] };
}

/** An @ that would call somebody, whether or not there is a member of that name. */
const call = /(?<![A-Za-z0-9_@.+-])@[^\s@]/u;

function requireNobodyCalled(text: string) {
  if (call.test(text)) throw new Failure('invalid-input', '访客不能 @ 别人，登录后可以', 'text');
}

/** Comments of one address, of all of them in an hour, and of all that are shown at once in ten minutes. */
const pause = { most: 1, seconds: boardPause };
const perAddress = { most: 20, seconds: 3600 };
const ofAll = { most: 200, seconds: 3600 };
const shownOfAll = { most: 30, seconds: 600 };
const [all, allShown] = ['guest comments', 'guest comments shown'];

const limitsOf = (address: string) =>
  [
    [`guest ${addressKey(address)}`, pause],
    [`guest hour ${addressKey(address)}`, perAddress],
    [all, ofAll],
  ] as const;

async function requirePauseOver(db: Db, address: string) {
  for (const [name, allowance] of limitsOf(address)) await triesSoFar(db, name, allowance);
}

/** Counts in the transaction of the comment, so that one that fails starts no pause. */
async function countComment(trx: Trx, address: string) {
  for (const [name, allowance] of limitsOf(address)) await countTry(trx, name, allowance);
}

async function inTurn(counting: () => Promise<unknown>) {
  try {
    await counting();
  } catch (error) {
    if (!(error instanceof Failure) || error.retryAfter === undefined) throw error;
    const { retryAfter } = error;
    const wait = retryAfter <= boardPause ? `${retryAfter} 秒` : `${Math.ceil(retryAfter / 60)} 分钟`;
    throw new Failure('too-many-requests', `访客的评论要隔一会儿，请 ${wait}后再发`, undefined, retryAfter);
  }
}

type New = Awaited<ReturnType<typeof newComment>>;

/** Holds what would be shown while many guests write at once. */
async function heldInFlood(trx: Trx, comment: New): Promise<New> {
  if (comment.state === 'held') return comment;
  const { hits } = await addTry(trx, allShown, shownOfAll.seconds);
  if (hits <= shownOfAll.most) return comment;
  return { ...comment, state: 'held', reasons: JSON.stringify(['短时间里访客的评论很多']) };
}

/** The guest as the author of a comment that their browser has proven to have written. */
function authorOf({ authorId }: Row): Viewer {
  return { id: authorId, role: 'member', sessionId: 0, signedInAt: 0 };
}

/** Presents comments to the browser that wrote them: they can be edited and taken back for a quarter of an hour. */
async function presentOwn(db: Db, target: Target, rows: Row[]): Promise<Comment[]> {
  const all: Comment[] = [];
  for (const row of rows) {
    const comments = await presentComments(db, { viewer: authorOf(row), target }, [row]);
    all.push(...comments.map((comment) => ({ ...comment, mayDelete: isFresh(row) })));
  }
  return all;
}

function isFresh({ createdAt }: Row) {
  return Date.now() - createdAt < editable;
}

type WrittenComment = { id: number; browser: string };

/** @throws Failure not-found for a comment of anybody else */
async function requireWritten(db: Db, { id, browser }: WrittenComment) {
  const row = await queries.findWritten(db, secretHash(browser), id);
  if (!row) throw new Failure('not-found', '这个浏览器没有写过这条评论', 'id');
  return row;
}

/** @throws Failure as `requireWritten` and `editComment`; not-allowed while visitors may not comment, and for refused guests */
export async function editGuestComment(
  { db, siteUrl }: Deps,
  { address }: Pick<Caller, 'address'>,
  input: WrittenComment & { text: string },
) {
  const mode = await reviewMode(db, secretHash(input.browser), input.id);
  const row = await requireWritten(db, input);
  requireNobodyCalled(input.text);
  await requireStillAccepted(db, row.id, address);
  const by = { ...asGuest, mode, visitor: visitorAt(address) };
  return editComment({ db, siteUrl }, authorOf(row), { id: row.id, text: input.text }, by);
}

/** @throws Failure as `requireWritten`; not-allowed after a quarter of an hour */
export async function withdrawGuestComment(db: Db, input: WrittenComment) {
  const row = await requireWritten(db, input);
  if (!isFresh(row)) throw new Failure('not-allowed', `发布已超过 ${editableMinutes} 分钟，不能再删除`, 'id');
  await removeComment(db, authorOf(row), row.id);
  return null;
}

const mostOwn = 20;

/** Comments of this browser that wait for review, or that it may still change. */
export async function listOwnOfBrowser(db: Db, input: Input<typeof guestComments.own>['body']) {
  const target = await findTarget(db, null, input);
  const browser = secretHash(input.browser);
  const rows = await queries.listWritten(db, { browser, target, since: Date.now() - editable, limit: mostOwn });
  return presentOwn(db, target, rows);
}

const storedDays = 30;

/** Forgets after thirty days from which networks guests wrote. */
export function forgetNetworks(db: Db, now = Date.now()) {
  return queries.dropNetworks(db, now - storedDays * dayLength);
}
