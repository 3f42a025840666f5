import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { type Follows, queryClient, refetchFollowers } from './query.ts';

afterEach(() => queryClient.clear());

/** Mounts a query that follows these nouns; returns how often it was fetched. */
function mount(name: string, follows?: Follows) {
  let count = 0;
  const queryFn = async () => ++count;
  new QueryObserver(queryClient, { queryKey: [name], queryFn, ...(follows && { meta: { follows } }) }).subscribe(
    () => {},
  );
  return () => count;
}

test('a change refetches the queries that follow its noun and no others', async () => {
  const [tags, links, outbox, form] = [
    mount('tags', ['taxonomy', 'articles']),
    mount('links', ['links']),
    mount('outbox', 'everything'),
    mount('form'),
  ];
  const counts = () => [tags(), links(), outbox(), form()];
  await expect.poll(counts).toEqual([1, 1, 1, 1]);
  await refetchFollowers(new Set(['articles']));
  expect(counts()).toEqual([2, 1, 2, 1]);
  await refetchFollowers(new Set(['backups']));
  expect(counts()).toEqual([3, 2, 3, 1]);
  await refetchFollowers('everything');
  expect(counts()).toEqual([4, 3, 4, 1]);
});
