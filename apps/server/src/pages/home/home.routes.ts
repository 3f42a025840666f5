import { adminHome, home } from '@mojian/contract/pages/home';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { dayTag } from '../../platform/render/page-cache.ts';
import { showHome } from './home.ts';
import { previewHome, showContents, showPreview } from './preview.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(home, {
    show: {
      tags: ['articles', 'says', 'comments', 'people', 'series', 'neighbours', 'links', 'site', dayTag],
      handle: () => showHome(db),
    },
    preview: ({ query }) => showPreview(db, query.ticket),
  });
  serve(adminHome, {
    contents: () => showContents(db),
    preview: ({ body }, { viewer }) => previewHome(db, viewer, body),
  });
}
