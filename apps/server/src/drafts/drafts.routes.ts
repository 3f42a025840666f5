import { drafts } from '@mojian/contract/drafts';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import { createDraft, saveDraft } from './save-draft.ts';
import { showDraft } from './show-draft.ts';
import { submitDraft } from './submit-draft.ts';

type Parts = { db: Db; search: Search; siteUrl: string };

export function draftRoutes(serve: Serve, parts: Parts) {
  const { db } = parts;
  serve(drafts.create, ({ body }, { viewer }) => createDraft(db, viewer, body));
  serve(drafts.save, ({ body }, { viewer }) => saveDraft(db, viewer, body));
  serve(drafts.mine, ({ query }, { viewer }) => showDraft(db, viewer, query.id));
  serve(drafts.submit, ({ body }, { viewer }) => submitDraft(parts, viewer, body));
}
