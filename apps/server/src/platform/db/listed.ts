import { sql } from 'kysely';

/** Standing on an article that somebody beside its author may know of. */
export const notPrivate = sql<boolean>`articles.state <> 'private'`;

/** Its title as others are told it: nothing of what is its author's alone. */
export const toldTitle = sql<string | null>`case when ${notPrivate} then articles.title end`;

/**
 * Published and not removed: what visitors may list. Written out rather than bound, because only so do the databases use
 * the indexes that are limited to these rows.
 */
export const listed = sql<boolean>`articles.state = 'published' and articles."removedAt" is null`;
