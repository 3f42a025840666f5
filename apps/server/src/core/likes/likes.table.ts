import { table } from '../../platform/db/table.ts';

export const likes = table('likes', {
  columns: {
    kind: 'archive',
    targetId: 'archive',
    userId: 'left out: whose archive it is',
    createdAt: 'archive',
    seal: 'archive',
  },
  archive: {
    file: 'likes.json',
    about:
      '点过的赞与盖过的印：kind 是文章、说说或评论，targetId 是它的编号，seal 是 like 赞、laugh 笑、recall 念、hug 抱',
    by: 'userId',
    order: ['createdAt', 'kind', 'targetId', 'seal'],
  },
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});
