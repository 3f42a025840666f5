import { slugs } from '@mojian/contract/content/slugs';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { findBySlug, proposeSlug } from './slugs.ts';

export function slugRoutes(serve: Serve, { db }: { db: Db }) {
  serve(slugs.propose, ({ query }) => proposeSlug(db, query));
  serve(
    slugs.find,
    ({ query }) => findBySlug(db, query.slug),
    () => ['articles'],
  );
}
