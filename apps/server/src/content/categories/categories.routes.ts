import { adminCategories, categories } from '@mojian/contract/content/categories';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import * as office from './admin-categories.ts';
import { listCategories, listCategoryNames } from './categories.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(categories, {
    list: { tags: ['articles'], handle: () => listCategories(db) },
    names: () => listCategoryNames(db),
  });
  serve(adminCategories, {
    list: () => office.listAdminCategories(db),
    create: ({ body }, { viewer }) => office.createCategory(db, viewer, body),
    update: ({ body }, { viewer }) => office.updateCategory(db, viewer, body),
    order: ({ body }, { viewer }) => office.orderCategories(db, viewer, body.ids),
    remove: ({ query }, { viewer }) => office.removeCategory(db, viewer, query),
  });
}
