import { releaseChatMessage, removeGroupMessage, removeReported } from '../../chat/messages/moderate-messages.ts';
import { releaseMessage, removeMessage } from '../../community/board/moderate-board.ts';
import { releaseComment } from '../../community/comments/moderate-comments.ts';
import { type ExcerptLine, readExcerpt, settleReport } from '../../community/reports/reports.ts';
import { releaseSay } from '../../community/says/moderate-says.ts';
import { approveArticle, listHandedIn, refuseArticle } from '../../content/drafts/review.ts';
import { waitsForReview } from '../../core/moderation/moderated-writing.ts';
import { approveLink, refuseLink } from '../../pages/links/links.ts';
import { WrongUse } from '../../platform/command-line.ts';
import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';

type Site = { db: Db; search: Search; siteUrl: string };

const mostEach = 100;

/** Something that waits: `kind` and `id` are what a decision names, as in 通过 评论 3. */
type Waiting = { kind: string; id: number; title: string; lines: string[] };

/** Pending items, oldest first within a kind. */
export async function findWaiting(db: Db): Promise<Waiting[]> {
  const links = await listWaitingApplications(db);
  const articles = await listHandedIn(db, mostEach);
  const messages = await listWaitingBoardMessages(db, mostEach);
  const comments = await listHeldComments(db, mostEach);
  const says = await listHeldSays(db, mostEach);
  const reports = await listOpenReports(db, mostEach);
  return [
    ...links.map(({ id, name, url, intro, avatar, email }) => waiting('友链', id, name, [url, intro, avatar, email])),
    ...articles.map(describeArticle),
    ...messages.map((message) => describe('留言', message)),
    ...comments.map((comment) => describe('评论', comment)),
    ...says.map((say) => describe('说说', say)),
    ...reports.map(({ id, reason, text, ...about }) =>
      waiting('举报', id, thingOf(about), [text ?? '', `理由：${reason}`]),
    ),
    ...(await listChatWaiting(db, mostEach)),
  ];
}

/** Lists as text: a heading with the number, then lines. */
export async function listWaiting(db: Db): Promise<string[][]> {
  return (await findWaiting(db)).map(({ kind, id, title, lines }) => [`${kind} ${id}　${title}`, ...lines]);
}

function waiting(kind: string, id: number, title: string, lines: string[]): Waiting {
  return { kind, id, title, lines };
}

type HandedIn = Awaited<ReturnType<typeof listHandedIn>>[number];

function describeArticle({ id, nickname, title, words, isChange }: HandedIn) {
  return waiting('文章', id, nickname, [title, `${words} 字${isChange ? '，已发布文章的修改' : ''}`]);
}

type Held = { id: number; nickname: string; place: string; text: string; reasons: string };

function describe(kind: string, { id, nickname, place, text, reasons }: Held) {
  const why = (JSON.parse(reasons) as string[]).join('、');
  return waiting(kind, id, `${nickname}${place && `（${place}）`}`, [text, `原因：${why}`]);
}

function thingOf({ commentId, messageId, sayId }: Record<'commentId' | 'messageId' | 'sayId', number | null>) {
  if (commentId !== null) return `评论 ${commentId}`;
  return messageId === null ? `说说 ${sayId}` : `留言 ${messageId}`;
}

type Decision = (site: Site, id: number, words: string) => Promise<unknown>;

/** Keyed by the two words typed: verb and noun. */
const decisions: Record<string, Decision> = {
  '通过 友链': (site, id, groupName) => approveLink(site, id, groupName),
  '拒绝 友链': (site, id, reason) => refuseLink(site, id, reason),
  '通过 文章': (site, id) => approveArticle(site, id),
  '拒绝 文章': ({ db }, id, reason) => refuseArticle(db, id, reason),
  '通过 留言': ({ db }, id) => releaseMessage(db, id),
  '删除 留言': ({ db }, id) => removeMessage(db, id),
  '通过 评论': ({ db }, id) => releaseComment(db, id),
  '通过 说说': ({ db }, id) => releaseSay(db, id),
  '通过 消息': (site, id) => releaseChatMessage(site, id),
  '删除 消息': (site, id) => removeGroupMessage(site, id),
  '删除 举报': (site, id) => removeReported(site, id),
  '了结 举报': ({ db }, id) => settleReport(db, id),
};

export const syntax = [
  '               列出等待审核的；--json 给程序读',
  '通过 友链 3 [组名]',
  '拒绝 友链 3 <原因>',
  '通过 文章 3',
  '拒绝 文章 3 <原因>',
  '通过 留言 3      （或 评论、说说，公共聊天室的消息）',
  '删除 留言 3      （或公共聊天室的消息）',
  '删除 举报 3      移除被举报的那条聊天消息',
  '了结 举报 3      不采取措施',
].join('\n');

/**
 * Runs a command such as 通过 友链 3 朋友.
 * @throws WrongUse for unknown words; Failure of the decision
 */
export async function runDecision(site: Site, [verb = '', noun = '', number = '', ...words]: string[]) {
  const decision = decisions[`${verb} ${noun}`];
  if (!decision || !/^[1-9]\d{0,9}$/.test(number)) throw new WrongUse();
  await decision(site, Number(number), words.join(' '));
}

type HeldMessage = Awaited<ReturnType<typeof listHeldChat>>[number];
type Reported = Awaited<ReturnType<typeof listChatReports>>[number];

/** Held messages of the group, and reported ones. */
async function listChatWaiting(db: Db, limit: number): Promise<Waiting[]> {
  const [held, reports] = await Promise.all([listHeldChat(db, limit), listChatReports(db, limit)]);
  return [...held.map(describeHeld), ...reports.map(describeReport)];
}

function describeHeld({ id, nickname, place, text, picture, reasons }: HeldMessage) {
  const shown = [text, picture && (JSON.parse(picture) as { url: string }).url].filter(Boolean);
  const why = (JSON.parse(reasons) as string[]).join('、');
  return waiting('消息', id, `${nickname}${place && `（${place}）`}`, [...shown, `原因：${why}`]);
}

function describeReport({ id, chatMessageId, kind, state, nickname, reason, excerpt }: Reported) {
  const room = kind === 'private' ? '私聊' : '公共聊天室';
  const isGone = state !== 'shown' && state !== 'held';
  const lines = readExcerpt(excerpt).map((line) => describeLine(line, line.id === chatMessageId));
  const title = `${room}的消息 ${chatMessageId ?? ''}${isGone ? '（已撤回或移除）' : ''}`;
  return waiting('举报', id, title, [...lines, `${nickname}的理由：${reason}`]);
}

function describeLine({ sender, senderId, text, picture, createdAt }: ExcerptLine, isReported: boolean) {
  const said = [text, picture].filter(Boolean).join(' ');
  return `${isReported ? '→' : '　'} ${chinaTime(Date.parse(createdAt))} ${sender}（${senderId}）：${said}`;
}

function listWaitingApplications(db: Db) {
  return db
    .selectFrom('links')
    .select(['id', 'name', 'url', 'intro', 'avatar', 'email'])
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
}

function listWaitingBoardMessages(db: Db, limit: number) {
  return db
    .selectFrom('boardMessages')
    .select(['id', 'nickname', 'place', 'text', 'reasons'])
    .where(waitsForReview('boardMessages'))
    .orderBy('id')
    .limit(limit)
    .execute();
}

function listHeldComments(db: Db, limit: number) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select(['comments.id', 'users.nickname', 'comments.place', 'comments.text', 'comments.reasons'])
    .where(waitsForReview('comments'))
    .where('comments.removedAt', 'is', null)
    .orderBy('comments.id')
    .limit(limit)
    .execute();
}

function listHeldSays(db: Db, limit: number) {
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.id', 'users.nickname', 'says.place', 'says.text', 'says.reasons'])
    .where(waitsForReview('says'))
    .orderBy('says.id')
    .limit(limit)
    .execute();
}

function listHeldChat(db: Db, limit: number) {
  return db
    .selectFrom('chatMessages')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .select([
      'chatMessages.id',
      'users.nickname',
      'chatMessages.place',
      'chatMessages.text',
      'chatMessages.reasons',
      'chatMessages.picture',
    ])
    .where(waitsForReview('chatMessages'))
    .orderBy('chatMessages.id')
    .limit(limit)
    .execute();
}

/** Open reports of chat messages, recalled ones included. */
function listChatReports(db: Db, limit: number) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporterId')
    .leftJoin('chatMessages', 'chatMessages.id', 'reports.chatMessageId')
    .leftJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select([
      'reports.id',
      'reports.reason',
      'reports.chatMessageId',
      'reports.excerpt',
      'users.nickname',
      'rooms.kind',
      'chatMessages.state',
    ])
    .where('reports.settledAt', 'is', null)
    .where('reports.excerpt', '<>', '')
    .orderBy('reports.id')
    .limit(limit)
    .execute();
}

/** Open reports whose subject still exists, without the chat's. */
function listOpenReports(db: Db, limit: number) {
  return db
    .selectFrom('reports')
    .leftJoin('comments', 'comments.id', 'reports.commentId')
    .leftJoin('boardMessages', 'boardMessages.id', 'reports.messageId')
    .leftJoin('says', 'says.id', 'reports.sayId')
    .select(({ fn, val }) => [
      'reports.id',
      'reports.reason',
      'reports.commentId',
      'reports.messageId',
      'reports.sayId',
      fn.coalesce('comments.text', 'boardMessages.text', 'says.text', val('')).as('text'),
    ])
    .where('reports.settledAt', 'is', null)
    .where('comments.removedAt', 'is', null)
    .where('reports.excerpt', '=', '')
    .orderBy('reports.id')
    .limit(limit)
    .execute();
}
