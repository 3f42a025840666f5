import { adminSettings } from '@mojian/contract/core/settings';
import { about } from '@mojian/contract/pages/about';
import { withPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { renderAboutText, showAbout } from './about.ts';

export function aboutRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    about.show,
    () => showAbout({ db, siteUrl }),
    () => ['site', 'articles', 'says'],
  );
  serve(adminSettings.preview, async ({ body }, { viewer }) => {
    const { html } = await renderAboutText(body.text, siteUrl);
    return withPictures(db, { html }, { authorId: viewer.id }); // not public before the text is saved
  });
}
