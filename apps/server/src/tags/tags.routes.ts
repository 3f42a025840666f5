import { tags } from '@mojian/contract/tags';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listTags } from './tags.ts';

export function tagRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    tags.list,
    () => listTags(db),
    () => ['articles'],
  );
}
