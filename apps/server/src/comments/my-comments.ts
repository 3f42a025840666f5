import type { MyComment } from '@mojian/contract/comments';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Viewer } from '../http/viewer.ts';
import * as queries from './comments.queries.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { listTitles } from './targets.queries.ts';

const pageSize = 10;

/** The member's own comments, newest first, those held among them. Of an article that is not public no title is told. */
export async function listOwnComments(db: Db, viewer: Viewer, { after }: { after?: string | undefined }) {
  const before = readCursor(after, queries.orders.new);
  const [found, total] = await Promise.all([
    queries.selectOwn(db, viewer.id, before, pageSize + 1).execute(),
    queries.countOwn(db, viewer.id),
  ]);
  const rows = found.slice(0, pageSize);
  const ids = rows.flatMap(({ articleId }) => articleId ?? []);
  const articles = new Map((ids.length > 0 ? await listTitles(db, ids) : []).map((one) => [one.id, one]));
  const records = rows.map(
    ({ id, html, state, articleId, sayId, createdAt }): MyComment => ({
      ...{ id, html, sayId },
      held: state === 'held',
      article: articles.get(articleId ?? 0) ?? null,
      createdAt: isoTime(createdAt),
    }),
  );
  return { records, total, next: found.length > pageSize ? cursorOf(rows.at(-1), queries.orders.new) : null };
}
