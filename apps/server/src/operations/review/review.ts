import { releaseChatMessage, removeGroupMessage, removeReported } from '../../chat/messages/moderate-messages.ts';
import { releaseMessage, removeMessage } from '../../community/board/moderate-board.ts';
import { releaseComment } from '../../community/comments/moderate-comments.ts';
import { type ExcerptLine, readExcerpt, settleReport } from '../../community/reports/reports.ts';
import { releaseSay } from '../../community/says/moderate-says.ts';
import { approveArticle, listHandedIn, refuseArticle } from '../../content/drafts/review.ts';
import { approveLink, refuseLink } from '../../pages/links/links.ts';
import { WrongUse } from '../../platform/command-line.ts';
import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './review.queries.ts';

type Site = { db: Db; search: Search; siteUrl: string };

const mostEach = 100;

/** Pending items, oldest first: a heading with the number, then lines. */
export async function listWaiting(db: Db): Promise<string[][]> {
  const links = await queries.listApplications(db);
  const articles = await listHandedIn(db, mostEach);
  const messages = await queries.listHeldMessages(db, mostEach);
  const comments = await queries.listHeldComments(db, mostEach);
  const says = await queries.listHeldSays(db, mostEach);
  const reports = await queries.listOpenReports(db, mostEach);
  return [
    ...links.map(({ id, name, url, intro, avatar, email }) => [`友链 ${id}　${name}`, url, intro, avatar, email]),
    ...articles.map(describeArticle),
    ...messages.map((message) => describe('留言', message)),
    ...comments.map((comment) => describe('评论', comment)),
    ...says.map((say) => describe('说说', say)),
    ...reports.map(({ id, reason, text, ...about }) => [`举报 ${id}　${thingOf(about)}`, text, `理由：${reason}`]),
    ...(await listChatWaiting(db, mostEach)),
  ];
}

type HandedIn = Awaited<ReturnType<typeof listHandedIn>>[number];

function describeArticle({ id, nickname, title, words, isChange }: HandedIn) {
  return [`文章 ${id}　${nickname}`, title, `${words} 字${isChange ? '，已发布文章的修改' : ''}`];
}

type Held = { id: number; nickname: string; place: string; text: string; reasons: string };

function describe(noun: string, { id, nickname, place, text, reasons }: Held) {
  const why = (JSON.parse(reasons) as string[]).join('、');
  return [`${noun} ${id}　${nickname}${place && `（${place}）`}`, text, `原因：${why}`];
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

export const usage = `用法：npm run review                列出等待审核的
      npm run review -- 通过 友链 3 [组名]
      npm run review -- 拒绝 友链 3 <原因>
      npm run review -- 通过 文章 3
      npm run review -- 拒绝 文章 3 <原因>
      npm run review -- 通过 留言 3      （或 评论、说说，公共聊天室的消息）
      npm run review -- 删除 留言 3      （或公共聊天室的消息）
      npm run review -- 删除 举报 3      移除被举报的那条聊天消息
      npm run review -- 了结 举报 3      不采取措施`;

/**
 * Runs a command such as 通过 友链 3 朋友.
 * @throws WrongUse for unknown words; Failure of the decision
 */
export async function decide(site: Site, [verb = '', noun = '', number = '', ...words]: string[]) {
  const decision = decisions[`${verb} ${noun}`];
  if (!decision || !/^[1-9]\d{0,9}$/.test(number)) throw new WrongUse();
  await decision(site, Number(number), words.join(' '));
}

type HeldMessage = Awaited<ReturnType<typeof queries.listHeldChat>>[number];
type Reported = Awaited<ReturnType<typeof queries.listChatReports>>[number];

/** Held messages of the group, and reported ones. */
async function listChatWaiting(db: Db, limit: number): Promise<string[][]> {
  const [held, reports] = await Promise.all([queries.listHeldChat(db, limit), queries.listChatReports(db, limit)]);
  return [...held.map(describeHeld), ...reports.map(describeReport)];
}

function describeHeld({ id, nickname, place, text, picture, reasons }: HeldMessage) {
  const shown = [text, picture && (JSON.parse(picture) as { url: string }).url].filter(Boolean);
  const why = (JSON.parse(reasons) as string[]).join('、');
  return [`消息 ${id}　${nickname}${place && `（${place}）`}`, ...shown, `原因：${why}`];
}

function describeReport({ id, chatMessageId, kind, state, nickname, reason, excerpt }: Reported) {
  const room = kind === 'private' ? '私聊' : '公共聊天室';
  const isGone = state !== 'shown' && state !== 'held';
  const lines = readExcerpt(excerpt).map((line) => describeLine(line, line.id === chatMessageId));
  return [
    `举报 ${id}　${room}的消息 ${chatMessageId ?? ''}${isGone ? '（已撤回或移除）' : ''}`,
    ...lines,
    `${nickname}的理由：${reason}`,
  ];
}

function describeLine({ sender, senderId, text, picture, createdAt }: ExcerptLine, isReported: boolean) {
  const said = [text, picture].filter(Boolean).join(' ');
  return `${isReported ? '→' : '　'} ${chinaTime(Date.parse(createdAt))} ${sender}（${senderId}）：${said}`;
}
