import { links } from '@mojian/contract/pages/links';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { applyForLink } from './apply-for-link.ts';
import { showLinks } from './links.ts';

export function linkRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    links.list,
    () => showLinks(db, siteUrl),
    () => ['links', 'site'],
  );
  serve(links.apply, async ({ body }) => {
    await applyForLink({ db, siteUrl }, body);
    return null;
  });
}
