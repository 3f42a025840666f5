import { adminLinks, links } from '@mojian/contract/pages/links';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import {
  actOnLinks,
  addLink,
  arrangeLinks,
  changeLink,
  listAdminLinks,
  previewMail,
  showOrder,
} from './admin-links.ts';
import { applyForLink, showLinks } from './links.ts';

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

export function adminLinkRoutes(serve: Serve, site: { db: Db; siteUrl: string }) {
  const { db } = site;
  serve(adminLinks.list, ({ query }, { viewer }) => listAdminLinks(db, viewer, query));
  serve(adminLinks.act, ({ body }, { viewer }) => actOnLinks(site, viewer, body));
  serve(adminLinks.letter, ({ query }, { viewer }) => previewMail(site, viewer, query));
  serve(adminLinks.add, ({ body }, { viewer }) => addLink(site, viewer, body));
  serve(adminLinks.change, async ({ body }, { viewer }) => {
    await changeLink(site, viewer, body);
    return null;
  });
  serve(adminLinks.order, () => showOrder(db));
  serve(adminLinks.arrange, async ({ body }, { viewer }) => {
    await arrangeLinks(db, viewer, body.groups);
    return null;
  });
}
