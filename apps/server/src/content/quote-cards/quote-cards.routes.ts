import { quoteCards } from '@mojian/contract/content/quote-cards';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { ReadSay } from './quote-card-source.ts';
import { makeQuoteCard } from './quote-cards.ts';

export function routes(serve: Serve, { db, readSay }: { db: Db; readSay: ReadSay }) {
  serve(quoteCards, { make: ({ body }) => makeQuoteCard({ db, readSay }, body) });
}
