import type { ReportRow } from '@mojian/contract/community/reports-admin';
import { isoTime } from '../../platform/dates.ts';
import type { listReports } from './admin-reports.queries.ts';
import { readExcerpt } from './excerpt.ts';

type Row = Awaited<ReturnType<typeof listReports>>[number];

const hidden = '••••';

/** `hidesPrivate`: what was said in a private room is not shown. */
export function presentReport(row: Row, { hidesPrivate }: { hidesPrivate: boolean }): ReportRow {
  const kind = kindOf(row);
  const isPrivate = kind === 'chat' && row.room !== 'group';
  const lines = readExcerpt(row.excerpt).map(({ id, sender, text, picture, createdAt }) => ({
    ...{ sender, text, picture, createdAt },
    reported: id === (row.chatMessageId ?? row.commentId),
  }));
  return {
    ...{ id: row.id, kind, text: row.text, isPrivate },
    reason: isPrivate && hidesPrivate ? hidden : row.reason,
    reporter: { id: row.reporterId, nickname: row.reporter, avatar: row.reporterAvatar },
    author: authorOf(row),
    path: pathOf(row),
    excerpt: isPrivate && hidesPrivate ? lines.map(mask) : lines,
    isThere: isThere(row),
    createdAt: isoTime(row.createdAt),
    settledAt: row.settledAt === null ? null : isoTime(row.settledAt),
  };
}

function mask(line: ReportRow['excerpt'][number]) {
  return { ...line, sender: hidden, text: hidden, picture: '' };
}

function kindOf({ commentId, sayId, messageId }: Row): ReportRow['kind'] {
  if (commentId !== null) return 'comment';
  if (sayId !== null) return 'say';
  return messageId === null ? 'chat' : 'board';
}

function authorOf({ authorId, author, authorAvatar, visitor }: Row) {
  if (authorId !== null) return { id: authorId, nickname: author ?? '', avatar: authorAvatar ?? '' };
  return visitor === null ? null : { id: null, nickname: visitor, avatar: '' };
}

function pathOf({ commentId, articleId, commentedSayId, sayId, messageId, chatMessageId, room }: Row) {
  if (commentId !== null) return articleId === null ? `/say?id=${commentedSayId}` : `/article/${articleId}`;
  if (sayId !== null) return `/say?id=${sayId}`;
  if (messageId !== null) return '/message';
  return room === 'group' ? `/im?message=${chatMessageId}` : '';
}

function isThere({ commentId, chatState, removedAt, publicSayId, messageId }: Row) {
  if (commentId !== null) return removedAt === null;
  return publicSayId !== null || messageId !== null || chatState === 'shown' || chatState === 'held';
}
