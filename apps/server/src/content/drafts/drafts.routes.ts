import { adminArticles } from '@mojian/contract/content/articles-admin';
import { drafts } from '@mojian/contract/content/drafts';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { largeAnswer } from '../../platform/http/large-answers.ts';
import { isDemo, type Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { listCarousel, orderCarousel } from '../articles/marks.ts';
import { inTextTurn, ownerOf } from '../text/text-turns.ts';
import { actOnArticles } from './admin-acts.ts';
import { importFile, listAdminArticles, listChoices } from './admin-articles.ts';
import { createDraft, discardChanges, saveDraft } from './drafts.ts';
import { type PublishDeps, withdraw } from './publish.ts';
import { revertArticle, showPresent } from './revert-article.ts';
import { decideSubmission, listDeadLinks, showSubmission } from './review.ts';
import { listOwn, showDraft } from './show-drafts.ts';
import { submitDraft } from './submit.ts';
import { restoreArticle, trashArticle } from './trash.ts';

export function routes(serve: Serve, deps: PublishDeps & { storage: Storage }) {
  const { db } = deps;
  serve(drafts, {
    create: ({ body }, { viewer }) => createDraft(db, viewer, body),
    save: ({ body }, { viewer }) => saveDraft(db, viewer, body),
    mine: ({ query }, { viewer }) => largeAnswer(() => showDraft(db, viewer, query.id)),
    list: ({ query }, { viewer }) => listOwn(db, viewer, query),
    submit: ({ body }, { viewer }) => inTextTurn(ownerOf(viewer), () => submitDraft(deps, viewer, body)),
    withdraw: ({ body }, { viewer }) => withdraw(deps, viewer, body.id),
    discard: ({ body }, { viewer }) => discardChanges(db, viewer, body),
    remove: ({ query }, { viewer }) => trashArticle(deps, viewer, query.id),
    restore: ({ body }, { viewer }) => inTextTurn(ownerOf(viewer), () => restoreArticle(deps, viewer, body.id)),
  });
  serve(adminArticles, {
    list: ({ query }, { viewer }) => listAdminArticles(deps, viewer, query),
    choices: (_input, { viewer }) => listChoices(db, viewer),
    act: ({ body }, { viewer }) => actOnArticles(deps, viewer, body),
    carousel: () => listCarousel(db),
    orderCarousel: ({ body }, { viewer }) =>
      orderCarousel(db, body.ids, (trx, change) => recordAct(trx, viewer, { act: 'articles.carousel', ...change })),
    review: ({ query }, { viewer }) => {
      refuseDemo(viewer);
      return showSubmission(deps, query.id, ownerOf(viewer));
    },
    present: ({ query }, { viewer }) => {
      refuseDemo(viewer);
      return largeAnswer(() => showPresent(db, viewer, query.id));
    },
    revert: ({ body }, { viewer }) => inTextTurn(ownerOf(viewer), () => revertArticle(deps, viewer, body)),
    deadLinks: ({ query }, { viewer }) => {
      refuseDemo(viewer);
      return listDeadLinks(deps, query.id, ownerOf(viewer));
    },
    import: ({ body }, { viewer }) => importFile(deps, viewer, body.file),
    decide: ({ body }, { viewer }) => inTextTurn(ownerOf(viewer), () => decideSubmission(deps, viewer, body)),
  });
}

/** Keeps whole texts from the demo account, which is everybody's: they may be pending, locked or withdrawn. */
function refuseDemo(viewer: Viewer) {
  if (isDemo(viewer)) throw new Failure('not-allowed', '演示账号看不到别人还没有公开的文字');
}
