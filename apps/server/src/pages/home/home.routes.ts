import { home } from '@mojian/contract/pages/home';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { showHome } from './home.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(home, {
    show: { tags: ['articles', 'says', 'comments', 'people', 'site'], handle: () => showHome(db) },
  });
}
