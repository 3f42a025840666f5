import { table } from '../../platform/db/table.ts';

export const tags = table('tags', {
  columns: { id: 'left out: numbered anew', name: 'left out: exported with the articles' },
  subject: { kind: 'tag', title: 'name' },
  typeset: { columns: ['name'] },
});
