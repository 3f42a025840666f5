import { says } from '@mojian/contract/says';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listSays } from './says.ts';

export function sayRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    says.list,
    ({ query }) => listSays(db, query),
    () => ['says', 'people'],
  );
}
