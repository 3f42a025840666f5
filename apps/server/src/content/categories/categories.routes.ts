import { categories } from '@mojian/contract/content/categories';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listCategories } from './categories.ts';

export function categoryRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    categories.list,
    () => listCategories(db),
    () => ['articles'],
  );
}
