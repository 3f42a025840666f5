import { about } from '@mojian/contract/about';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { showAbout } from './about.ts';

export function aboutRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    about.show,
    () => showAbout({ db, siteUrl }),
    () => ['site', 'articles', 'says'],
  );
}
