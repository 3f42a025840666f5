import type { MyComment } from '@mojian/contract/community/comments';
import type { NumberedQuery } from '@mojian/contract/platform/fields';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { openingOf } from './comment-target.ts';
import * as queries from './comments.queries.ts';
import { listSays, listTitles } from './targets.queries.ts';

const pageSize = 10;

/** The member's own comments, newest first, those held among them. Of what they may not read nothing is told. */
export async function listOwnComments(db: Db, viewer: Viewer, asked: NumberedQuery & { after?: string | undefined }) {
  const page = numberedPage(asked, pageSize, asked.after);
  const before = readCursor(asked.after, queries.orders.new);
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const [found, total] = await Promise.all([
    queries.selectOwn(db, { authorId: viewer.id, before, limit: limit + 1, offset }).execute(),
    queries.countOwn(db, viewer.id),
  ]);
  const rows = found.slice(0, limit);
  const { articleOf, sayOf } = await targetsOf(db, viewer, rows);
  const records = rows.map(
    ({ id, html, state, articleId, sayId, createdAt }): MyComment => ({
      ...{ id, html },
      held: state === 'held',
      article: articleOf.get(articleId ?? 0) ?? null,
      say: sayOf.get(sayId ?? 0) ?? null,
      createdAt: isoTime(createdAt),
    }),
  );
  const next = found.length > limit ? cursorOf(rows.at(-1), queries.orders.new) : null;
  return { ...(await numbersOf(page, async () => total)), records, total, next };
}

async function targetsOf(db: Db, viewer: Viewer, rows: queries.Row[]) {
  const articleIds = rows.flatMap(({ articleId }) => articleId ?? []);
  const sayIds = rows.flatMap(({ sayId }) => sayId ?? []);
  const articles = articleIds.length > 0 ? await listTitles(db, articleIds) : [];
  const says = sayIds.length > 0 ? await listSays(db, sayIds, viewer.id) : [];
  return {
    articleOf: new Map(articles.map((article) => [article.id, article])),
    sayOf: new Map(says.map(({ id, text }) => [id, { id, text: openingOf(text) }])),
  };
}
