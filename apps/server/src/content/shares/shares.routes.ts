import { shares } from '@mojian/contract/content/shares';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { createShare, listShares, revokeShare, showShared } from './shares.ts';

export function routes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(shares, {
    list: ({ query }, { viewer }) => listShares(db, viewer, query.id),
    create: ({ body }, { viewer }) => createShare(db, viewer, body),
    revoke: ({ query }, { viewer }) => revokeShare(db, viewer, query.id),
    show: ({ query }, caller) => showShared({ db, siteUrl }, caller, query.token),
  });
}
