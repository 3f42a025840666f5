import { isoTime } from '../../platform/dates.ts';

type Row = {
  nickname: string;
  avatar: string;
  reasons: string;
  reports: number | string | bigint | null;
  createdAt: number;
};

/** What the staff is told alike of whatever people wrote: whose it is, why it is held, how often it was reported. */
export function presentWriting<Id extends number | null>(authorId: Id, row: Row) {
  const { nickname, avatar, reasons, reports, createdAt } = row;
  return {
    author: { id: authorId, nickname, avatar },
    reasons: JSON.parse(reasons) as string[],
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}
