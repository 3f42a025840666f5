import { exports } from '@mojian/contract/operations/exports';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { archiveState, issueArchiveAddress, startArchive } from './exports.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(exports, {
    start: (_input, { viewer }) => startArchive(db, viewer),
    state: (_input, { viewer }) => archiveState(db, viewer),
    address: (_input, { viewer }) => issueArchiveAddress(db, viewer),
  });
}
