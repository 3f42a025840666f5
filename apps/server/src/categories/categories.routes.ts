import { categories } from '@mojian/contract/categories';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listCategories } from './categories.ts';

export function categoryRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    categories.list,
    () => listCategories(db),
    () => ['articles'],
  );
}
