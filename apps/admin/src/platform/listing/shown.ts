import type { Page } from '@mojian/contract/platform/fields';
import { inPlace, type Listed, newsOf } from './news.ts';

/**
 * What a list shows. `fresh`: rows that came or changed while it was open. `later`: the page as it is by now, where it
 * would have moved rows under somebody's hand.
 */
export type Shown<Row> = {
  page: Page<Row> | undefined;
  failure: string;
  isLoading: boolean;
  fresh: (number | string)[];
  later: Page<Row> | undefined;
};

/** The same list after its page was asked for quietly. */
export function withNews<Row extends Listed>(before: Shown<Row>, now: Page<Row>, isInHand: boolean): Shown<Row> {
  const { page, isLoading } = before;
  if (isLoading) return before;
  if (!page) return { ...before, page: now, failure: '' };
  const { isSameOrder, changed } = newsOf(page.records, now.records);
  if (isSameOrder && changed.length === 0 && now.total === page.total && !before.later) return before;
  if (isSameOrder || !isInHand) return { ...before, page: now, fresh: [...before.fresh, ...changed], later: undefined };
  const records = inPlace(page.records, now.records);
  const fresh = [...before.fresh, ...newsOf(page.records, records).changed];
  return { ...before, page: { ...page, records }, fresh, later: now };
}

/** What waited takes its place. */
export function caughtUp<Row extends Listed>(before: Shown<Row>): Shown<Row> {
  return before.later ? withNews(before, before.later, false) : before;
}
