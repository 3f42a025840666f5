import { links } from '@mojian/contract/links';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { showLinks } from './links.ts';

export function linkRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    links.list,
    () => showLinks(db, siteUrl),
    () => ['links', 'site'],
  );
}
