import { follows } from '@mojian/contract/members/follows';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { follow, listPeople, unfollow } from './follows.ts';

export function followRoutes(serve: Serve, { db }: { db: Db }) {
  serve(follows.follow, async ({ query }, { viewer }) => {
    await follow(db, viewer, query.userId);
    return null;
  });
  serve(follows.unfollow, async ({ query }, { viewer }) => {
    await unfollow(db, viewer, query.userId);
    return null;
  });
  serve(
    follows.list,
    ({ query }, { viewer }) => listPeople(db, viewer, query),
    ({ query }) => [`user:${query.userId}`, 'people'],
  );
}
