import { adminArticles } from '@mojian/contract/content/articles-admin';
import { drafts } from '@mojian/contract/content/drafts';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { largeAnswer } from '../../platform/http/large-answers.ts';
import { isDemo, type Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
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

type RouteDeps = { db: Db; search: Search; siteUrl: string };

export function draftRoutes(serve: Serve, deps: RouteDeps) {
  const { db } = deps;
  serve(drafts.create, ({ body }, { viewer }) => createDraft(db, viewer, body));
  serve(drafts.save, ({ body }, { viewer }) => saveDraft(db, viewer, body));
  serve(drafts.mine, ({ query }, { viewer }) => largeAnswer(() => showDraft(db, viewer, query.id)));
  serve(drafts.list, ({ query }, { viewer }) => listOwn(db, viewer, query));
  serve(drafts.submit, ({ body }, { viewer }) => inTextTurn(ownerOf(viewer), () => submitDraft(deps, viewer, body)));
  serve(drafts.withdraw, ({ body }, { viewer }) => withdraw(deps, viewer, body.id));
  serve(drafts.discard, ({ body }, { viewer }) => discardChanges(db, viewer, body));
  serve(drafts.remove, async ({ query }, { viewer }) => {
    await trashArticle(deps, viewer, query.id);
    return null;
  });
  serve(drafts.restore, ({ body }, { viewer }) =>
    inTextTurn(ownerOf(viewer), () => restoreArticle(deps, viewer, body.id)),
  );
}

export function adminArticleRoutes(serve: Serve, deps: PublishDeps & { storage: Storage }) {
  serve(adminArticles.list, ({ query }, { viewer }) => listAdminArticles(deps, viewer, query));
  serve(adminArticles.choices, (_input, { viewer }) => listChoices(deps.db, viewer));
  serve(adminArticles.act, ({ body }, { viewer }) => actOnArticles(deps, viewer, body));
  serve(adminArticles.carousel, () => listCarousel(deps.db));
  serve(adminArticles.orderCarousel, async ({ body }, { viewer }) => {
    await orderCarousel(deps.db, body.ids, (trx, change) =>
      recordAct(trx, viewer, { act: 'articles.carousel', ...change }),
    );
    return null;
  });
  serve(adminArticles.review, ({ query }, { viewer }) => {
    refuseDemo(viewer);
    return showSubmission(deps, query.id, ownerOf(viewer));
  });
  serve(adminArticles.present, ({ query }, { viewer }) => {
    refuseDemo(viewer);
    return largeAnswer(() => showPresent(deps.db, viewer, query.id));
  });
  serve(adminArticles.revert, async ({ body }, { viewer }) => {
    await inTextTurn(ownerOf(viewer), () => revertArticle(deps, viewer, body));
    return null;
  });
  serve(adminArticles.deadLinks, ({ query }, { viewer }) => {
    refuseDemo(viewer);
    return listDeadLinks(deps, query.id, ownerOf(viewer));
  });
  serve(adminArticles.import, ({ body }, { viewer }) => importFile(deps, viewer, body.file));
  serve(adminArticles.decide, async ({ body }, { viewer }) => {
    await inTextTurn(ownerOf(viewer), () => decideSubmission(deps, viewer, body));
    return null;
  });
}

/** Keeps whole texts from the demo account, which is everybody's: they may be pending, locked or withdrawn. */
function refuseDemo(viewer: Viewer) {
  if (isDemo(viewer)) throw new Failure('not-allowed', '演示账号看不到别人还没有公开的文字');
}
