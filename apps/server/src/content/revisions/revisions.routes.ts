import { revisions } from '@mojian/contract/content/revisions';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { largeAnswer } from '../../platform/http/large-answers.ts';
import { keepReplaced, listRevisions, showRevision } from './show-revisions.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(revisions, {
    list: ({ query }, { viewer }) => listRevisions(db, viewer, query.id),
    info: ({ query }, { viewer }) => largeAnswer(() => showRevision(db, viewer, query.id)),
    keep: ({ body }, { viewer }) => keepReplaced(db, viewer, body),
  });
}
