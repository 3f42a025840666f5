import type { AlertEvent } from '@mojian/contract/core/alert-kinds';
import { shortLine } from '@mojian/contract/platform/format';
import type { Permission } from '@mojian/contract/platform/permissions';
import type { Trx } from '../../platform/db/schema.ts';
import { findAccount } from '../identity/accounts.ts';
import { notifyReviewers } from '../notices/notify-many.ts';
import { raiseAlert } from './raise-alert.ts';

type Waiting = {
  /** Name of what waits, as 「评论等审核」: also what its notices are merged by. */
  what: string;
  event: AlertEvent;
  permission: Permission;
  text: string;
  link: string;
  /** The text for outside the site, where it differs. */
  outside?: string;
};

/** Tells those who may decide of what waits for them: by one notice inside, and outside the site with the next alert. */
export async function announceWaiting(trx: Trx, { what, event, permission, text, link, outside = text }: Waiting) {
  await notifyReviewers(trx, { permission, subject: `waiting ${event} ${what}`, title: what, text, link });
  await raiseAlert(trx, { event, title: what, text: outside, link });
}

const writings = {
  comment: { word: '评论', permission: 'comments.moderate', link: '/admin/comments' },
  say: { word: '说说', permission: 'says.moderate', link: '/admin/says' },
  board: { word: '留言', permission: 'board.moderate', link: '/admin/board' },
} as const satisfies Record<string, { word: string; permission: Permission; link: string }>;

type Writing = {
  kind: keyof typeof writings;
  state: 'shown' | 'held';
  authorId: number | null;
  /** Name of an author without an account. */
  nickname?: string;
  text: string;
  /** Path where it is read, once shown. */
  link: string;
};

const longestText = 100;

/** Tells of a text that was just written for everybody to read: one that is held waits; the owner's own is no news. */
export async function announceWriting(trx: Trx, { kind, state, authorId, nickname = '', text, link }: Writing) {
  const author = authorId === null ? undefined : await findAccount(trx, authorId);
  const line = shortLine(`${author?.nickname ?? nickname}：${text}`, longestText);
  const { word, permission, link: office } = writings[kind];
  if (state === 'held')
    return announceWaiting(trx, { what: `${word}等审核`, event: 'review', permission, text: line, link: office });
  if (author?.role !== 'owner') await raiseAlert(trx, { event: 'writings', title: `新${word}`, text: line, link });
}
