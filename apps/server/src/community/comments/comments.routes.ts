import { comments } from '@mojian/contract/community/comments';
import { recordingOf } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { requireModerator } from './comments.policy.ts';
import { editComment } from './edit-comment.ts';
import { likeComment } from './like-comment.ts';
import { listComments, listReplies } from './list-comments.ts';
import { listMentionable } from './mentions.ts';
import { listOwnComments } from './my-comments.ts';
import { postComment } from './post-comment.ts';
import { releaseComment } from './release-comment.ts';
import { removeAsReader } from './remove-comment.ts';
import { reportComment } from './report-comment.ts';

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
  serve(comments.edit, ({ body }, { viewer }) => editComment({ db, siteUrl }, viewer, body));
  serve(comments.remove, async ({ query }, { viewer }) => {
    await removeAsReader(db, viewer, query.id);
    return null;
  });
  serve(comments.release, async ({ body }, { viewer }) => {
    requireModerator(viewer);
    await releaseComment(
      db,
      body.id,
      await recordingOf(db, viewer, { act: 'comments.release', kind: 'comment', id: body.id }),
    );
    return null;
  });
  serve(comments.like, ({ query }, { viewer }) => likeComment(db, viewer, query));
  serve(comments.report, async ({ body }, { viewer }) => {
    await reportComment(db, viewer, body);
    return null;
  });
  serve(comments.mine, ({ query }, { viewer }) => listOwnComments(db, viewer, query));
  serve(comments.mentionable, ({ query }, { viewer }) => listMentionable(db, viewer, query));
}
