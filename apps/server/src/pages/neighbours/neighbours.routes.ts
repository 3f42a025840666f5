import { neighbours } from '@mojian/contract/pages/neighbours';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { dayTag } from '../../platform/render/page-cache.ts';
import { showNeighbours } from './neighbours.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(neighbours, {
    list: { tags: ['neighbours', 'links', 'site', dayTag], handle: ({ query }) => showNeighbours(db, query.pageNo) },
  });
}
