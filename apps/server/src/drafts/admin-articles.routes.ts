import { adminArticles } from '@mojian/contract/admin/articles';
import type { Serve } from '../http/calls.ts';
import { actOnArticles } from './admin-acts.ts';
import { listChoices, listForOffice } from './admin-articles.ts';
import { decide, showSubmission } from './admin-review.ts';
import type { Parts } from './publish-content.ts';

export function adminArticleRoutes(serve: Serve, parts: Parts) {
  serve(adminArticles.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminArticles.choices, () => listChoices(parts.db));
  serve(adminArticles.act, ({ body }, { viewer }) => actOnArticles(parts, viewer, body));
  serve(adminArticles.review, ({ query }) => showSubmission(parts, query.id));
  serve(adminArticles.decide, async ({ body }, { viewer }) => {
    await decide(parts, viewer, body);
    return null;
  });
}
