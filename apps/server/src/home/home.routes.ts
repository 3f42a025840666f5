import { home } from '@mojian/contract/home';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { showHome } from './home.ts';

export function homeRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    home.show,
    () => showHome(db),
    () => ['articles', 'says', 'comments', 'people', 'site'],
  );
}
