import type { Home } from '@mojian/contract/pages/home';
import { shortLine } from '@mojian/contract/platform/format';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { publicFiles } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { keyOfAddress, unsizedKey } from '../../platform/storage/storage.ts';
import { listCovers, listPhotographs, listPicturedSays, listPictureSizes } from './home.queries.ts';
import { plainText } from './sheet.ts';

type Photo = Home['photos'][number];

/** Pictures given: some of them stand on the page already. */
const atMost = 24;
const longestCaption = 14;

/** The newest pictures that anybody may see: of says, covers that authors chose, first photographs of other articles. */
export async function newestPhotos(db: Db, { says }: { says: boolean }): Promise<Photo[]> {
  const [ofSays, covers] = await Promise.all([says ? photosOfSays(db) : [], photosOfArticles(db)]);
  const all = [...ofSays, ...covers].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, atMost);
  const shown = await publicFiles(db, all.map(keyOf));
  return all.filter((photo) => shown.has(keyOf(photo)));
}

const keyOf = ({ url }: { url: string }) => unsizedKey(keyOfAddress(url) ?? '');

async function photosOfSays(db: Db): Promise<Photo[]> {
  const rows = await listPicturedSays(db);
  return rows.flatMap(({ id, html, pictures, createdAt }) =>
    (JSON.parse(pictures) as { url: string; width: number; height: number }[]).map(({ url, width, height }) => ({
      url,
      width,
      height,
      caption: shortLine(plainText(html), longestCaption),
      path: `/say?id=${id}`,
      of: { kind: 'say' as const, id },
      createdAt: isoTime(createdAt),
    })),
  );
}

async function photosOfArticles(db: Db): Promise<Photo[]> {
  const [covers, photographs, pathOf] = await Promise.all([listCovers(db), listPhotographs(db), articlePaths(db)]);
  const own = [...covers, ...photographs].filter(({ cover }) => keyOfAddress(cover));
  const sizes = await listPictureSizes(
    db,
    own.map(({ cover }) => keyOf({ url: cover })),
  );
  return own.flatMap(({ id, slug, title, cover, publishedAt }) => {
    const size = sizes.find(({ key }) => key === keyOf({ url: cover }));
    if (!size) return [];
    const { width, height } = size;
    const of = { kind: 'article' as const, id };
    return {
      url: cover,
      width,
      height,
      caption: title,
      path: pathOf({ id, slug }),
      of,
      createdAt: isoTime(publishedAt ?? 0),
    };
  });
}
