import { about, adminAbout } from '@mojian/contract/pages/about';
import { withPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { renderAboutText, showAbout } from './about.ts';

export function routes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(about, {
    show: { tags: ['site', 'articles', 'says'], handle: () => showAbout({ db, siteUrl }) },
  });
  serve(adminAbout, {
    preview: async ({ body }, { viewer }) => {
      const { html } = await renderAboutText(body.text, siteUrl);
      return withPictures(db, { html }, { authorId: viewer.id }); // not public before the text is saved
    },
  });
}
