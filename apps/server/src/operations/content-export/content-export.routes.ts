import { adminArticleFiles } from '@mojian/contract/content/articles-admin';
import { adminContent } from '@mojian/contract/operations/content';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { offerContent } from './write-export.ts';

/** Exporting is loaded on first use: a start does without its parsers. */
export function routes(serve: Serve, { db }: { db: Db }) {
  serve(adminContent, {
    download: (_, { viewer }) => offerContent(db, viewer),
  });
  serve(adminArticleFiles, {
    markdown: async ({ query }, { viewer }) => {
      const { showMarkdown } = await import('./export-content.ts');
      return showMarkdown(db, viewer, query.id);
    },
  });
}
