import { letters } from '@mojian/contract/content/letters';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { ReadSay } from './letter-source.ts';
import { makeLetter } from './letters.ts';

export function routes(serve: Serve, { db, readSay }: { db: Db; readSay: ReadSay }) {
  serve(letters, { make: ({ body }) => makeLetter({ db, readSay }, body) });
}
