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

export function routes(serve: Serve, site: { db: Db; siteUrl: string }) {
  const { db, siteUrl } = site;
  serve(links, {
    list: { tags: ['links', 'neighbours', 'site'], handle: () => showLinks(db, siteUrl) },
    apply: ({ body }) => applyForLink(site, body),
  });
  serve(adminLinks, {
    list: ({ query }, { viewer }) => listAdminLinks(db, viewer, query),
    act: ({ body }, { viewer }) => actOnLinks(site, viewer, body),
    letter: ({ query }, { viewer }) => previewMail(site, viewer, query),
    add: ({ body }, { viewer }) => addLink(site, viewer, body),
    change: ({ body }, { viewer }) => changeLink(site, viewer, body),
    order: () => showOrder(db),
    arrange: ({ body }, { viewer }) => arrangeLinks(db, viewer, body.groups),
  });
}
