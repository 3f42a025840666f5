import { sql } from 'kysely';
import { table } from '../../platform/db/table.ts';
import { isFree } from '../articles/articles.table.ts';

const isSeen = sql<boolean>`exists (select 1 from articles where articles."seriesId" = series.id and ${isFree})`;

/** Description of series; `isOpen`: everybody sees it by a free article, so it moves with a merged account. */
export const series = table('series', {
  columns: {
    id: 'archive',
    authorId: 'left out: exported by name',
    name: 'export, archive',
    intro: 'export, archive',
    createdAt: 'export, archive',
    updatedAt: 'export, archive',
    articles: 'left out: counted',
    newestAt: 'left out: counted',
  },
  archive: { file: 'series.json', about: '专栏的名字与简介', by: 'authorId' },
  members: { authorId: { onMerge: 'move', onClose: 'erase' } },
  isOpen: isSeen,
  texts: [{ name: '专栏', columns: ['intro'] }],
  subject: { kind: 'series', title: 'name' },
  typeset: { columns: ['name'], shown: isSeen },
  edited: ['name', 'intro', 'authorId'],
});
