import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { type PicturePage, table } from '../../platform/db/table.ts';

export const isPublicSay = sql<boolean>`(says."isPublic" = 1 and says.state = 'shown')`;

export const says = table('says', {
  columns: {
    id: 'archive',
    authorId: 'left out: exported by name',
    text: 'export, archive',
    html: 'left out: rendered',
    pictures: 'export, archive',
    place: 'export, archive',
    weather: 'export, archive',
    isPublic: 'export, archive',
    hasAiContent: 'export, archive',
    likes: 'archive',
    laughs: 'archive',
    recalls: 'archive',
    hugs: 'archive',
    comments: 'archive',
    createdAt: 'export, archive',
    state: 'export',
    reasons: 'export',
    sendKey: 'left out: of a browser',
  },
  members: { authorId: { onMerge: 'move', onClose: 'erase' } },
  isOpen: isPublicSay,
  isText: sql<boolean>`1 = 1`,
  sendKey: 'sendKey',
  texts: [
    { name: '说说', columns: ['text'], isRendered: true },
    { name: '说说的图片与地点', columns: ['pictures', 'place'] },
  ],
  pictures: { columns: ['text', 'pictures'], page: sayPages },
  subject: { kind: 'say', title: 'text' },
  edited: ['text', 'pictures', 'place', 'weather', 'isPublic', 'hasAiContent'],
});

export const sayTopics = table('sayTopics', { columns: 'left out: read from the text' });

async function sayPages(db: Db, ids: number[]): Promise<Map<number, PicturePage>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('says').select('id').where(isPublicSay).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id }) => [id, pageOfSay(id)]));
}

export function pageOfSay(id: number): PicturePage {
  return { title: '', path: `/say?id=${id}` };
}
