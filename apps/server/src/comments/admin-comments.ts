import type { adminComments, CommentRow } from '@mojian/contract/admin/comments';
import type { Input } from '@mojian/contract/endpoint';
import { recordingText } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { each } from '../http/batch.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import * as queries from './admin-comments.queries.ts';
import { releaseComment } from './release-comment.ts';
import { removeComment } from './remove-comment.ts';

type Query = Input<typeof adminComments.list>['query'];
type Body = Input<typeof adminComments.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listComments>>[number];

/** All comments as the staff sees them. */
export async function listForOffice(db: Db, query: Query) {
  const [rows, total] = await Promise.all([
    queries.listComments(db, query, sliceOf(query)),
    queries.countComments(db, query),
  ]);
  return inPages(rows.map(present), total, query);
}

/** Releases or removes each of them, and writes down who did. */
export function actOnComments(db: Db, viewer: Viewer, { ids, act }: Body) {
  return each(ids, async (id) => {
    const record = await recordingText(db, viewer, { act: `comments.${act}`, subject: `comment:${id}` });
    if (act === 'release') await releaseComment(db, id, record);
    else await removeComment(db, viewer, id, record);
  });
}

function present(row: Row): CommentRow {
  const { id, text, place, likes, title, articleId, sayId, sayText } = row;
  return {
    ...{ id, text, place, likes },
    pictures: (JSON.parse(row.pictures) as unknown[]).length,
    author: { id: row.authorId, nickname: row.nickname, avatar: row.avatar },
    target:
      articleId === null
        ? { title: [...(sayText ?? '')].slice(0, 30).join(''), path: `/say?id=${sayId}` }
        : { title: title ?? '', path: `/article/${articleId}` },
    state: row.removedAt === null ? row.state : 'removed',
    reasons: JSON.parse(row.reasons),
    reports: Number(row.reports ?? 0),
    createdAt: isoTime(row.createdAt),
  };
}
