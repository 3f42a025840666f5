import type { Db } from '../../platform/db/schema.ts';
import { keysIn } from '../../platform/storage/storage.ts';
import { readSettings } from '../settings/settings.ts';

/** Adds to the pictures of HTML what their cameras noted, where the author keeps it and the site permits it. */
export async function withCameraNotes(db: Db, html: string, authorId: number): Promise<string> {
  const keys = [...new Set(keysIn(html))];
  if (keys.length === 0 || !(await readSettings(db)).uploads.camera) return html;
  const rows = await db
    .selectFrom('fileOwners')
    .select(['key', 'camera'])
    .where('userId', '=', authorId)
    .where('camera', '<>', '')
    .where('key', 'in', keys.slice(0, mostPictures))
    .execute();
  if (rows.length === 0) return html;
  const notes = new Map(rows.map(({ key, camera }) => [key, camera]));
  return html.replace(/<img [^<>]*>/g, (tag) => {
    const note = notes.get([...keysIn(tag)][0] ?? '');
    return note === undefined ? tag : tag.replace('<img ', `<img data-camera="${escaped(note)}" `);
  });
}

const mostPictures = 500;

function escaped(text: string) {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
