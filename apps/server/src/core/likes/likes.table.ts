import { table } from '../../platform/db/table.ts';

export const likes = table('likes', {
  columns: { kind: 'archive', targetId: 'archive', userId: 'left out: whose archive it is', createdAt: 'archive' },
  archive: {
    file: 'likes.json',
    about: '点过的赞：kind 是文章、说说或评论，targetId 是它的编号',
    by: 'userId',
    order: ['createdAt', 'kind', 'targetId'],
  },
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});
