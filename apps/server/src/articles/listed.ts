import { sql } from 'kysely';

/**
 * Published and not removed: what visitors may list. Written out rather than bound, because only so do the databases use
 * the indexes that are limited to these rows.
 */
export const listed = sql<boolean>`articles.state = 'published' and articles."removedAt" is null`;
