import { follows } from '@mojian/contract/members/follows';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { follow, listFollowedOrFans, unfollow } from './follows.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(follows, {
    follow: ({ query }, { viewer }) => follow(db, viewer, query.userId),
    unfollow: ({ query }, { viewer }) => unfollow(db, viewer, query.userId),
    list: {
      tags: ({ query }) => [`user:${query.userId}`, 'people'],
      handle: ({ query }, { viewer }) => listFollowedOrFans(db, viewer, query),
    },
  });
}
