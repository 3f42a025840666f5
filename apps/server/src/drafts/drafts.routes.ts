import { drafts } from '@mojian/contract/drafts';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { createDraft, saveDraft } from './save-draft.ts';
import { showDraft } from './show-draft.ts';

export function draftRoutes(serve: Serve, { db }: { db: Db }) {
  serve(drafts.create, ({ body }, { viewer }) => createDraft(db, viewer, body));
  serve(drafts.save, ({ body }, { viewer }) => saveDraft(db, viewer, body));
  serve(drafts.mine, ({ query }, { viewer }) => showDraft(db, viewer, query.id));
}
