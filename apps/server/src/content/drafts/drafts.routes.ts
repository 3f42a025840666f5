import { drafts } from '@mojian/contract/content/drafts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { discardChanges } from './discard.ts';
import { listOwn } from './list-own.ts';
import { createDraft, saveDraft } from './save-draft.ts';
import { showDraft } from './show-draft.ts';
import { submitDraft } from './submit-draft.ts';
import { restoreArticle, trashArticle } from './trash.ts';
import { withdraw } from './withdraw.ts';

type Parts = { db: Db; search: Search; siteUrl: string };

export function draftRoutes(serve: Serve, parts: Parts) {
  const { db } = parts;
  serve(drafts.create, ({ body }, { viewer }) => createDraft(db, viewer, body));
  serve(drafts.save, ({ body }, { viewer }) => saveDraft(db, viewer, body));
  serve(drafts.mine, ({ query }, { viewer }) => showDraft(db, viewer, query.id));
  serve(drafts.list, ({ query }, { viewer }) => listOwn(db, viewer, query));
  serve(drafts.submit, ({ body }, { viewer }) => submitDraft(parts, viewer, body));
  serve(drafts.withdraw, ({ body }, { viewer }) => withdraw(parts, viewer, body.id));
  serve(drafts.discard, ({ body }, { viewer }) => discardChanges(db, viewer, body));
  serve(drafts.remove, async ({ query }, { viewer }) => {
    await trashArticle(parts, viewer, query.id);
    return null;
  });
  serve(drafts.restore, ({ body }, { viewer }) => restoreArticle(parts, viewer, body.id));
}
