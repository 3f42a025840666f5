import type { adminComments, CommentRow } from '@mojian/contract/community/comments-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { eachRecorded } from '../../core/audit/audit.ts';
import { presentWriting } from '../../core/moderation/present-writing.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './admin-comments.queries.ts';
import { linkTo, openingOf } from './comment-target.ts';
import { holdComment } from './hold-comment.ts';
import { releaseComment } from './release-comment.ts';
import { removeComment } from './remove-comment.ts';
import { restoreComment } from './restore-comment.ts';

type Query = Input<typeof adminComments.list>['query'];
type Body = Input<typeof adminComments.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listComments>>[number];

/** All comments as the staff sees them. */
export async function listForOffice(db: Db, query: Query) {
  const page = await findPage(query, {
    list: (slice) => queries.listComments(db, query, slice),
    count: () => queries.countComments(db, query),
    present,
  });
  return { ...page, records: await withProvenPictures(db, page.records, 'pictures') };
}

/** Releases, hides, removes or brings back each of them, and writes down who did. */
export function actOnComments(db: Db, viewer: Viewer, { ids, act }: Body) {
  return eachRecorded(db, viewer, { ids, act: `comments.${act}`, kind: 'comment' }, (id, record) => {
    if (act === 'release') return releaseComment(db, id, record);
    if (act === 'hold') return holdComment(db, id, record);
    if (act === 'restore') return restoreComment(db, id, record);
    return removeComment(db, viewer, id, record);
  });
}

function present(row: Row): CommentRow {
  const { id, text, place, likes, answeredText, answered } = row;
  const target =
    row.articleId === null
      ? { kind: 'say' as const, id: row.sayId ?? 0, title: openingOf(row.sayText ?? '') }
      : { kind: 'article' as const, id: row.articleId, title: row.title ?? '' };
  return {
    ...{ id, text, place, likes, target },
    path: linkTo(target, id),
    pictures: (JSON.parse(row.pictures) as { url: string }[]).map(({ url }) => url),
    ...presentWriting(row.authorId, row),
    answers: answered === null ? null : { nickname: answered, text: openingOf(answeredText ?? '') },
    state: row.removedAt === null ? row.state : 'removed',
    mayRestore: row.removedByStaff === 1 && row.removedAt !== null,
  };
}
