import { table } from '../../platform/db/table.ts';

export const movedPaths = table('movedPaths', {
  columns: {
    id: 'left out: numbered anew',
    path: 'export',
    target: 'export',
    hits: 'left out: counted',
    lastHitAt: 'left out: counted',
    createdAt: 'left out: of this site',
    source: 'export',
    removedAt: 'left out: removed ones are not exported',
  },
  texts: [{ name: '跳转', columns: ['target'] }],
  edited: ['target', 'source', 'removedAt'],
});
