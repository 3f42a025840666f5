import { renderSay, writeSay } from '../../community/says/write-say.ts';
import { changeArticle, setSeriesPositions } from '../../content/article-rows/article-rows.ts';
import { saveArticle } from '../../content/articles/save-article.ts';
import { insertCategoryUnlessThere } from '../../content/categories/category-rows.ts';
import { insertSeries } from '../../content/series/series-rows.ts';
import { receivePicture } from '../../core/uploads/uploads.ts';
import type { DemoArticle, DemoSite } from './demo-content.ts';
import type { People, Person } from './demo-people.ts';
import type { Filling } from './filling.ts';

type Picture = { url: string; width: number; height: number };
type Pictures = Map<string, Picture>;

/** Draws all pictures and stores each as the upload of everybody who shows it: only then others may see it. */
export async function addPictures(
  { db, storage, site, draw }: Filling,
  people: People,
  articles: DemoArticle[],
): Promise<Pictures> {
  const drawings = Object.entries(site.pictures);
  const showing = namesShowing(site, articles);
  const pictures: Pictures = new Map();
  let next = drawings[0] && draw(drawings[0][1]);
  for (const [at, [name]] of drawings.entries()) {
    const drawn = (await next) ?? Buffer.of();
    const following = drawings[at + 1];
    next = following && draw(following[1]); // while another process encodes this one
    for (const person of showing.get(name) ?? [site.author.nickname]) {
      const { url, width, height } = await receivePicture(
        { db, storage },
        personNamed(people, person),
        drawn,
        `${name}.jpg`,
      );
      pictures.set(name, { url, width, height });
    }
  }
  return pictures;
}

/** Names of those who show a picture, by its name. */
function namesShowing({ author, says }: DemoSite, articles: DemoArticle[]) {
  const shown = [
    ...articles.flatMap(({ author: by = author.nickname, cover, markdown }) =>
      [...(cover ? [cover] : []), ...picturesIn(markdown)].map((picture) => ({ by, picture })),
    ),
    ...says.flatMap(({ by, pictures }) => pictures.map((picture) => ({ by, picture }))),
  ];
  const names = Map.groupBy(shown, ({ picture }) => picture);
  return new Map(Array.from(names, ([picture, all]) => [picture, new Set(all.map(({ by }) => by))]));
}

const pictureName = /\bdemo:([\w-]+)/g;
const picturesIn = (markdown: string) => Array.from(markdown.matchAll(pictureName), ([, name = '']) => name);

/** Adds categories and series; returns the ids of the series by name. */
export async function addShelves({ db, site, now }: Filling, people: People) {
  return db.transaction().execute(async (trx) => {
    for (const [position, category] of site.categories.entries())
      await insertCategoryUnlessThere(trx, { ...category, position });
    const ids = new Map<string, number>();
    for (const { by, ...series } of site.series) {
      const row = { ...series, authorId: personNamed(people, by).id, createdAt: now, updatedAt: now };
      ids.set(series.name, (await insertSeries(trx, row))?.id ?? 0);
    }
    return ids;
  });
}

export type Stored = { id: number; authorId: number; title: string; createdAt: number };

type Shelves = { people: People; pictures: Pictures; series: Map<string, number> };

/** Adds the articles, oldest first; returns them by their slugs. */
export async function addArticles(filling: Filling, articles: DemoArticle[], { people, pictures, series }: Shelves) {
  const stored = new Map<string, Stored>();
  for (const article of articles) {
    const { slug, title, days, author = filling.site.author.nickname, cover, readers } = article;
    const createdAt = filling.timeOf(days, slug);
    const authorId = personNamed(people, author).id;
    const id = await saveArticle(filling, {
      ...article,
      authorId,
      markdown: article.markdown.replaceAll(pictureName, (_, name: string) => pictureNamed(pictures, name).url),
      cover: cover ? pictureNamed(pictures, cover).url : '',
      seriesId: article.series ? (series.get(article.series) ?? null) : null,
      state: 'published',
      publishedAt: createdAt,
      updatedAt: createdAt,
    });
    await filling.db.transaction().execute((trx) => changeArticle(trx, id, { views: readers, createdAt }));
    stored.set(slug, { id, authorId, title, createdAt });
  }
  await orderSeries(filling, articles, stored);
  return stored;
}

/** Numbers the articles of each series in the order of their dates. */
function orderSeries({ db, site }: Filling, articles: DemoArticle[], stored: Map<string, Stored>) {
  return db.transaction().execute(async (trx) => {
    for (const { name } of site.series) {
      const own = articles.filter(({ series }) => series === name);
      await setSeriesPositions(
        trx,
        own.map(({ slug }) => stored.get(slug)?.id ?? 0),
      );
    }
  });
}

export type StoredSay = Stored & { say: DemoSite['says'][number] };

/** Adds the says, oldest first. */
export async function addSays({ db, site, siteUrl, timeOf }: Filling, people: People, pictures: Pictures) {
  const stored: StoredSay[] = [];
  for (const say of site.says.toReversed()) {
    const { by, days, text, place } = say;
    const [createdAt, authorId] = [timeOf(days, text), personNamed(people, by).id];
    const rendered = await renderSay(text, siteUrl);
    const shown = say.pictures.map((name) => pictureNamed(pictures, name));
    const draft = { authorId, text, place, createdAt, pictures: shown };
    const id = await db.transaction().execute((trx) => writeSay(trx, draft, rendered));
    stored.push({ id, authorId, title: text, createdAt, say });
  }
  return stored;
}

/** @throws Error for a name that the demo content does not introduce */
export function personNamed(people: People, name: string): Person {
  const person = people.get(name);
  if (!person) throw new Error(`演示内容里没有「${name}」这个人`);
  return person;
}

function pictureNamed(pictures: Pictures, name: string): Picture {
  const picture = pictures.get(name);
  if (!picture) throw new Error(`演示内容里没有「${name}」这张图`);
  return picture;
}
