import { setup } from '@mojian/contract/setup';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { claimSite } from './setup.ts';

export function setupRoutes(serve: Serve, { db }: { db: Db }) {
  serve(setup.claim, async ({ body: { token, ...account } }) => {
    await claimSite(db, token, account);
    return null;
  });
}
