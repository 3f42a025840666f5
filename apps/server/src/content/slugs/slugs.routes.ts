import { slugs } from '@mojian/contract/content/slugs';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { findBySlug, proposeSlug } from './slugs.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(slugs, {
    propose: ({ query }) => proposeSlug(db, query),
    find: { tags: ['articles'], handle: ({ query }) => findBySlug(db, query.slug) },
  });
}
