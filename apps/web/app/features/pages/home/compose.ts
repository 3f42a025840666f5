import type { ArticleCard } from '@mojian/contract/content/articles';
import type { HomeSection } from '@mojian/contract/core/home-sections';
import type { Home } from '@mojian/contract/pages/home';
import type { Page } from '@mojian/contract/platform/fields';
import type { Choice } from './choice.ts';

/** Articles up to which a site has no list, but a lead and a pair below it. */
const fewArticles = 4;
const mostTicked = 5;
const mostRecommended = 5;
const mostComments = 3;
const mostPicks = 4;
const mostTitles = 3;
const mostPhotos = 12;
const fewestPhotos = 5;

export type Composed = ReturnType<typeof composeHome>;

/** Hands out each article once. */
class Placed {
  readonly ids = new Set<number>();

  take<Row extends { id: number }>(rows: Row[], most = rows.length) {
    const left = rows.filter(({ id }) => !this.ids.has(id)).slice(0, most);
    for (const { id } of left) this.ids.add(id);
    return left;
  }
}

/**
 * Chooses what stands where, so that nothing stands on the page twice: first the lead, then the list, then what gives
 * way to them. Sections with nothing to show are left out.
 */
export function composeHome(home: Home, whole: Page<ArticleCard>, by: Choice['by'] = 'new') {
  const { layout, lead, sheet, counts, reader, tags } = home;
  const list = { ...whole, records: whole.records.filter(({ id }) => id !== lead?.id) };
  const isSparse = counts.articles <= fewArticles;
  const placed = new Placed();
  if (lead) placed.take([lead]);
  const rows = layout.sections.includes('new') ? placed.take(list.records, firstRows(list, layout.count, by)) : [];
  const picks = placed.take(home.featured, mostPicks);
  const recommended = isSparse ? [] : placed.take(home.recommended, mostRecommended);
  const series = placeTitles(home.series, placed);
  const says = home.says.filter(({ id }) => id !== sheet?.id).slice(0, mostTicked);
  const shownSays = [sheet, ...says].map((say) => say?.id);
  const ago = home.ago.filter(({ article, say }) =>
    article ? placed.take([article]).length > 0 : say && !shownSays.includes(say.id),
  );
  const pictured = [lead, ...rows, ...picks, ...ago.map(({ article }) => article)].map((article) => article?.id);
  const photos = placePhotos(home, pictured);
  const comments = isSparse ? [] : home.comments.slice(0, mostComments);
  const filled: Record<HomeSection, boolean> = {
    says: says.length > 0,
    new: true,
    picks: picks.length > 0,
    photos: photos.length > 0,
    series: series.length > 0,
    ago: ago.length > 0,
    reader: reader !== null,
    neighbours: home.neighbours.length > 0,
    tags: tags.length > 0,
  };
  return {
    layout,
    lead,
    sheet,
    counts,
    isSparse,
    picks,
    recommended,
    comments,
    series,
    says,
    ago,
    photos,
    reader,
    neighbours: home.neighbours,
    tags,
    sections: layout.sections.filter((name) => filled[name]),
    /** The first page as it is loaded, without the lead. */
    list,
    /** Number of its rows that are shown before more are asked for. */
    firstRows: rows.length,
    /** Articles that later pages of the list leave out. */
    elsewhere: [...placed.ids].filter((id) => rows.every((row) => row.id !== id)),
  };
}

/** The titles of the first series are seen at once, those of another only in their place. */
function placeTitles(series: Home['series'], placed: Placed) {
  return series.map((one, at) => {
    const newest =
      at === 0
        ? placed.take(one.newest, mostTitles)
        : one.newest.filter(({ id }) => !placed.ids.has(id)).slice(0, mostTitles);
    return { ...one, newest };
  });
}

/** Pictures that no article or say on the page shows. */
function placePhotos({ photos, sheet }: Home, pictured: (number | undefined)[]) {
  const others = photos.filter(({ of }) => (of.kind === 'article' ? !pictured.includes(of.id) : of.id !== sheet?.id));
  return others.length < fewestPhotos ? [] : others.slice(0, mostPhotos);
}

/** A list that is one page shows all of it; a longer one keeps to the owner's number, and shows the rest with the next. */
function firstRows({ pages, pageNo, records }: Page<ArticleCard>, count: number, by: Choice['by']) {
  if (pages <= 1 || pageNo > 1) return records.length;
  return count + (by === 'new' ? records.filter(({ pinned }) => pinned).length : 0);
}
