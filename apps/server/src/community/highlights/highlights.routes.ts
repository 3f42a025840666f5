import { highlights } from '@mojian/contract/community/highlights';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { addHighlight, listHighlights, removeHighlight } from './highlights.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(highlights, {
    list: ({ query }, { viewer }) => listHighlights(db, { viewer }, query.articleId),
    add: ({ body }, { viewer }) => addHighlight(db, viewer, body),
    remove: async ({ query }, { viewer }) => {
      await removeHighlight(db, viewer, query.id);
      return null;
    },
  });
}
