import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { articleFile, draftFile } from './article-file.ts';
import * as queries from './content.queries.ts';
import { pictureName, toFiles } from './picture-links.ts';
import { openSettings } from './settings-file.ts';

/** Names the folder as ours, and how to read it. */
export const markerName = 'mojian.json';
export const contentFormat = 1;

const rowsAtOnce = 20;

export type ContentFile = { name: string; content: string | Uint8Array };
type Parts = { db: Db; storage: Storage };
type OnDone = (done: number, total: number) => void;

/**
 * All content of the site, file by file, the same each time as long as the site is the same: Markdown with front matter,
 * lists as JSON, pictures, settings without secrets. Comments and accounts are no content: a backup has them.
 */
export async function* exportContent({ db, storage }: Parts, onDone: OnDone = () => {}): AsyncGenerator<ContentFile> {
  const keys = new Set<string>();
  const note = (key: string) => void keys.add(key);
  const json = (name: string, value: unknown) => ({
    name,
    content: toFiles(`${JSON.stringify(value, null, 2)}\n`, '', note),
  });

  yield { name: markerName, content: `${JSON.stringify({ product: 'mojian', format: contentFormat })}\n` };
  const ids = await queries.listArticleIds(db);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const some = ids.slice(from, from + rowsAtOnce);
    for (const article of await queries.listArticles(db, some)) yield articleFile(article, note);
    for (const draft of await queries.listDrafts(db, some)) yield draftFile(draft, note);
    onDone(from + some.length, ids.length);
  }
  yield* lists(db, json);
  const settings = await readSettings(db);
  yield json('settings.json', openSettings(settings));
  yield { name: 'pages/about.md', content: toFiles(settings.about.text, '../../', note) };
  yield* pictures(storage, [...keys].sort());
}

async function* lists(db: Db, json: (name: string, value: unknown) => ContentFile) {
  const authors = await queries.listAuthors(db);
  yield json('authors.json', authors.map(readable));
  yield json('categories.json', (await queries.listCategories(db)).map(readable));
  yield json('series.json', (await queries.listSeries(db)).map(readable));
  yield json('says.json', (await queries.listSays(db)).map(presentSay));
  yield json('links.json', (await queries.listLinks(db)).map(readable));
  yield json('navigation.json', await queries.listNavigation(db));
  yield json(
    'moved.json',
    (await queries.listMovedPaths(db)).sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

function presentSay({ pictures, reasons, isPublic, ...say }: Awaited<ReturnType<typeof queries.listSays>>[number]) {
  return { ...readable(say), isPublic: isPublic === 1, pictures: JSON.parse(pictures), reasons: JSON.parse(reasons) };
}

function readable<Row extends { createdAt: number; updatedAt?: number } | object>(row: Row) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('At') ? isoTime(value as number) : value]),
  );
}

async function* pictures(storage: Storage, keys: string[]): AsyncGenerator<ContentFile> {
  for (const key of keys) {
    const bytes = await storage.get(key);
    if (bytes) yield { name: pictureName(key), content: bytes };
  }
}
