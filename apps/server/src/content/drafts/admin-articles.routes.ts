import { adminArticles } from '@mojian/contract/content/articles-admin';
import { recordAct } from '../../core/audit/audit.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { listCarousel, orderCarousel } from '../articles/carousel.ts';
import { actOnArticles } from './admin-acts.ts';
import { listChoices, listForOffice } from './admin-articles.ts';
import { importFile } from './admin-import.ts';
import { decide, showSubmission } from './admin-review.ts';
import { listDeadLinks } from './dead-links.ts';
import type { Parts } from './publish-content.ts';
import { revertArticle, showPresent } from './revert-article.ts';

export function adminArticleRoutes(serve: Serve, parts: Parts & { storage: Storage }) {
  serve(adminArticles.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminArticles.choices, (_given, { viewer }) => listChoices(parts.db, viewer));
  serve(adminArticles.act, ({ body }, { viewer }) => actOnArticles(parts, viewer, body));
  serve(adminArticles.carousel, () => listCarousel(parts.db));
  serve(adminArticles.orderCarousel, async ({ body }, { viewer }) => {
    await orderCarousel(parts.db, body.ids, (trx, told) =>
      recordAct(trx, viewer, { act: 'articles.carousel', ...told }),
    );
    return null;
  });
  serve(adminArticles.review, ({ query }) => showSubmission(parts, query.id));
  serve(adminArticles.present, ({ query }, { viewer }) => showPresent(parts.db, viewer, query.id));
  serve(adminArticles.revert, async ({ body }, { viewer }) => {
    await revertArticle(parts, viewer, body);
    return null;
  });
  serve(adminArticles.deadLinks, ({ query }) => listDeadLinks(parts, query.id));
  serve(adminArticles.import, ({ body }, { viewer }) => importFile(parts, viewer, body.file));
  serve(adminArticles.decide, async ({ body }, { viewer }) => {
    await decide(parts, viewer, body);
    return null;
  });
}
