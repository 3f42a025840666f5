import { adminComments, comments } from '@mojian/contract/community/comments';
import { sayComments } from '@mojian/contract/community/says';
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

export function routes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(comments, {
    list: {
      tags: ({ query: { articleId, sayId } }) => [
        articleId === undefined ? `comments:say:${sayId}` : `comments:article:${articleId}`,
        'people',
      ],
      handle: ({ query }, { viewer }) => listComments(db, viewer, query),
    },
    replies: ({ query }, { viewer }) => listReplies(db, viewer, query),
    post: ({ body }, writer) => postComment({ db, siteUrl }, writer, body),
    edit: ({ body }, { viewer }) => editComment({ db, siteUrl }, viewer, body),
    remove: ({ query }, { viewer }) => removeAsReader(db, viewer, query.id),
    release: async ({ body: { id } }, { viewer }) => {
      requireModerator(viewer);
      await releaseComment(db, id, await recordingOf(db, viewer, { act: 'comments.release', table: commentRows, id }));
      return null;
    },
    like: ({ query }, { viewer }) => likeComment(db, viewer, query),
    report: ({ body }, { viewer }) => reportWriting(db, viewer, commentWriting, body),
    mine: ({ query }, { viewer }) => listOwnComments(db, viewer, query),
    mentionable: ({ query }, { viewer }) => listMentionable(db, viewer, query),
  });
  serve(sayComments, {
    comment: async ({ body }, writer) => {
      await requireFeature(db, 'comments');
      return postComment({ db, siteUrl }, writer, body);
    },
  });
  serve(adminComments, {
    list: ({ query }, { viewer }) => listCommentsForOffice(db, viewer, query),
    act: ({ body }, { viewer }) => actOnComments(db, viewer, body),
  });
}
