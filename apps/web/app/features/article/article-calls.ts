import type { CallsOf } from '../account/calls.ts';

/** What a reader does on an article's page beside reading. */
export type ArticleCalls = CallsOf<'follows' | 'members'>;
