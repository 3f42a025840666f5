import { table } from '../../platform/db/table.ts';

export const categories = table('categories', {
  columns: {
    id: 'left out: numbered anew',
    name: 'export',
    intro: 'export',
    position: 'export',
    pigment: 'export',
    coverStyle: 'export',
  },
  texts: [{ name: '分类', columns: ['intro'] }],
  subject: { kind: 'category', title: 'name' },
  typeset: { columns: ['name'] },
  edited: ['name', 'intro', 'pigment', 'coverStyle'],
});
