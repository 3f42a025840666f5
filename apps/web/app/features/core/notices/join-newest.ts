import type { Notice } from '@mojian/contract/core/notices';

export type Part = { records: Notice[]; next: string | null };

/** The newest part as it stands now, and below it whatever older ones were there already. */
export function joinNewest(now: Part | undefined, newest: Part): Part {
  const last = newest.records.at(-1);
  if (!now || !last || newest.next === null) return newest;
  const isOlder = ({ createdAt, id }: Notice) =>
    createdAt < last.createdAt || (createdAt === last.createdAt && id < last.id);
  const older = now.records.filter(isOlder);
  return older.length > 0 ? { records: [...newest.records, ...older], next: now.next } : newest;
}
