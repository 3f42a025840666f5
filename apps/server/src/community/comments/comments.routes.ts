import { adminComments, comments } from '@mojian/contract/community/comments';
import { says } from '@mojian/contract/community/says';
import { recordingOf } from '../../core/audit/audit.ts';
import { requireFeature } from '../../core/settings/features.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { reportWriting } from '../reports/reports.ts';
import { requireModerator } from './comments.policy.ts';
import { comments as commentRows } from './comments.table.ts';
import { listComments, listOwnComments, listReplies } from './list-comments.ts';
import { listMentionable } from './mentions.ts';
import {
  actOnComments,
  commentWriting,
  likeComment,
  listCommentsForOffice,
  releaseComment,
  removeAsReader,
} from './moderate-comments.ts';
import { editComment, postComment } from './write-comment.ts';

export function commentRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    comments.list,
    ({ query }, { viewer }) => listComments(db, viewer, query),
    ({ query: { articleId, sayId } }) => [
      articleId === undefined ? `comments:say:${sayId}` : `comments:article:${articleId}`,
      'people',
    ],
  );
  serve(comments.replies, ({ query }, { viewer }) => listReplies(db, viewer, query));
  serve(comments.post, ({ body }, writer) => postComment({ db, siteUrl }, writer, body));
  serve(says.comment, async ({ body }, writer) => {
    await requireFeature(db, 'comments');
    return postComment({ db, siteUrl }, writer, body);
  });
  serve(comments.edit, ({ body }, { viewer }) => editComment({ db, siteUrl }, viewer, body));
  serve(comments.remove, ({ query }, { viewer }) => removeAsReader(db, viewer, query.id));
  serve(comments.release, async ({ body: { id } }, { viewer }) => {
    requireModerator(viewer);
    await releaseComment(db, id, await recordingOf(db, viewer, { act: 'comments.release', table: commentRows, id }));
    return null;
  });
  serve(comments.like, ({ query }, { viewer }) => likeComment(db, viewer, query));
  serve(comments.report, ({ body }, { viewer }) => reportWriting(db, viewer, commentWriting, body));
  serve(comments.mine, ({ query }, { viewer }) => listOwnComments(db, viewer, query));
  serve(comments.mentionable, ({ query }, { viewer }) => listMentionable(db, viewer, query));
  serve(adminComments.list, ({ query }, { viewer }) => listCommentsForOffice(db, viewer, query));
  serve(adminComments.act, ({ body }, { viewer }) => actOnComments(db, viewer, body));
}
