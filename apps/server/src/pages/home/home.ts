import type { ArticleCard } from '@mojian/contract/content/articles';
import { completeSections, type HomeSection } from '@mojian/contract/core/home-sections';
import { fewestPhotos, fewestTags, type Home } from '@mojian/contract/pages/home';
import { fewestNeighbourArticles } from '@mojian/contract/pages/neighbours';
import type { Feature } from '@mojian/contract/platform/features';
import { countContents, countPinned } from '../../content/articles/archive.ts';
import {
  cardsOf,
  featuredArticles,
  newestArticle,
  pinnedArticle,
  recommendedArticles,
} from '../../content/articles/cards.ts';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { listTags } from '../../content/tags/tags.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { newestOfNeighbours } from '../neighbours/neighbours.ts';
import {
  type CommentRow,
  countSeries,
  listCommentsById,
  listNewestCommentIds,
  listNewestOfSeries,
  listNewestSays,
  listShelf,
} from './home.queries.ts';
import { newestPhotos } from './photos.ts';
import { beginningOf, plainText, presentSay, sheetOf } from './sheet.ts';
import { chooseQuote, formerYears } from './today.ts';

type HomeSettings = Settings['home'];

const tagsShown = 24;

/** Features without which a section has nothing. */
const features: Partial<Record<HomeSection, Feature>> = {
  says: 'says',
  series: 'series',
  reader: 'comments',
  neighbours: 'neighbours',
};

/** Everything on the front page but the list of articles. Sections that are off are not read. */
export async function showHome(db: Db, chosen?: HomeSettings, now = Date.now()): Promise<Home> {
  const settings = await readSettings(db);
  const own = chosen ?? settings.home;
  const on = featuresOn(settings);
  const layout = layoutOf(own, on);
  const says = on.includes('says');
  const read = reading(layout);
  const readBeside = reading({ sections: layout.side ? layout.sections : [] });
  const [lead, featured, recommended, newest, photos, series, ago, quote, comments, neighbours, counts, tags] =
    await Promise.all([
      leadOf(db, own),
      read('picks', () => featuredArticles(db)),
      readBeside('new', () => recommendedArticles(db)),
      says ? newestSays(db) : [],
      read('photos', () => newestPhotos(db, { says })),
      read('series', () => shelf(db)),
      read('ago', () => formerYears(db, now, { says })),
      read('reader', async () => [await chooseQuote(db, now)]),
      on.includes('comments') ? readBeside('new', () => listNewestCommentIds(db)) : [],
      read('neighbours', () => newestOfNeighbours(db)),
      countAll(db, on),
      read('tags', () => listTags(db, tagsShown)),
    ]);
  return {
    layout,
    lead,
    featured,
    recommended,
    says: newest.map(beginningOf),
    sheet: layout.beside === 'say' ? sheetOf(newest, now) : null,
    photos: atLeast(fewestPhotos, photos),
    series,
    ago,
    ...(await readComments(db, comments, quote[0]?.id)),
    neighbours: atLeast(fewestNeighbourArticles, neighbours),
    tags: atLeast(fewestTags, tags),
    counts,
  };
}

/** Reads only what a section that is on needs. */
function reading({ sections }: Pick<Home['layout'], 'sections'>) {
  return <Row>(name: HomeSection, load: () => Promise<Row[]>): Promise<Row[]> | Row[] =>
    sections.includes(name) ? load() : [];
}

const atLeast = <Row>(fewest: number, rows: Row[]) => (rows.length < fewest ? [] : rows);

async function countAll(db: Db, on: Feature[]) {
  const [contents, series, pinned] = await Promise.all([
    countContents(db),
    on.includes('series') ? countSeries(db) : 0,
    countPinned(db),
  ]);
  return { ...contents, series, pinned };
}

function layoutOf({ beside, sections, count, wide, side }: HomeSettings, on: Feature[]): Home['layout'] {
  const shown = completeSections(sections).filter(({ name, on: isOn }) => {
    const feature = features[name];
    return isOn && (feature === undefined || on.includes(feature));
  });
  return { beside, sections: shown.map(({ name }) => name), count: Number(count), wide, side };
}

async function leadOf(db: Db, { lead, article }: HomeSettings): Promise<ArticleCard | null> {
  const chosen = lead === 'chosen' && article > 0 ? (await cardsOf(db, [article]))[0] : undefined;
  const pinned = lead === 'pinned' ? await pinnedArticle(db) : undefined;
  return chosen ?? pinned ?? (await newestArticle(db)) ?? null;
}

/** The newest public says, whole. */
export async function newestSays(db: Db) {
  return (await listNewestSays(db)).map(presentSay);
}

async function shelf(db: Db): Promise<Home['series']> {
  const [rows, pathOf] = await Promise.all([listShelf(db), articlePaths(db)]);
  const ids = rows.map(({ id }) => id);
  const newest = Map.groupBy(await listNewestOfSeries(db, ids), ({ seriesId }) => seriesId);
  return rows.map((series) => ({
    ...series,
    newest: (newest.get(series.id) ?? []).map(({ id, slug, title }, fromEnd) => ({
      id,
      title,
      path: pathOf({ id, slug }),
      number: series.articles - fromEnd,
    })),
  }));
}

/** Reads the newest comments and the day's quotation in one query. */
async function readComments(db: Db, newest: number[], quote: number | undefined) {
  const ids = quote === undefined ? newest : [...newest, quote];
  const pathOf = await articlePaths(db);
  const rows = await listCommentsById(db, [...new Set(ids)]);
  const present = ({
    articleId,
    articleTitle,
    slug,
    isGuest,
    html,
    text,
    place,
    createdAt,
    ...author
  }: CommentRow) => ({
    ...author,
    text,
    guest: isGuest === 1,
    createdAt: isoTime(createdAt),
    article: { id: articleId, path: pathOf({ id: articleId, slug }), title: articleTitle },
  });
  const quoted = rows.find(({ id }) => id === quote);
  return {
    comments: rows.filter(({ id }) => newest.includes(id) && id !== quote).map(present),
    reader: quoted ? { ...present(quoted), text: plainText(quoted.html), place: quoted.place } : null,
  };
}
