import { collects } from '@mojian/contract/content/collects';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { collect, listCollects, uncollect } from './collects.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(collects, {
    list: ({ query }, { viewer }) => listCollects(db, viewer, query),
    collect: ({ query }, { viewer }) => collect(db, viewer, query.articleId),
    collectToo: ({ query }, { viewer }) => collect(db, viewer, query.articleId),
    uncollect: ({ query }, { viewer }) => uncollect(db, viewer, query.articleId),
  });
}
