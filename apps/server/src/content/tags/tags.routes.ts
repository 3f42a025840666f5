import { tags } from '@mojian/contract/content/tags';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listTags } from './tags.ts';

export function tagRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    tags.list,
    () => listTags(db),
    () => ['articles'],
  );
}
