import { adminCategories, categories } from '@mojian/contract/content/categories';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import * as office from './admin-categories.ts';
import { listCategories, listCategoryNames } from './categories.ts';

export function categoryRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    categories.list,
    () => listCategories(db),
    () => ['articles'],
  );
  serve(categories.names, () => listCategoryNames(db));
}

export function adminCategoryRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminCategories.list, () => office.listAdminCategories(db));
  serve(adminCategories.create, ({ body }, { viewer }) => office.createCategory(db, viewer, body));
  serve(adminCategories.update, ({ body }, { viewer }) => office.updateCategory(db, viewer, body));
  serve(adminCategories.order, ({ body }, { viewer }) => office.orderCategories(db, viewer, body.ids));
  serve(adminCategories.remove, ({ query }, { viewer }) => office.removeCategory(db, viewer, query));
}
