import type { About } from '@mojian/contract/pages/about';
import { isFailure } from '@mojian/contract/platform/failures';
import { plainParagraphs } from '@mojian/markdown/text';
import { saysByDay } from '../../community/says/says.ts';
import { articlesByDay } from '../../content/articles/archive.ts';
import { askText } from '../../content/text/ask-text.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { calendarStart, dayLength, dayName } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';

type Day = { day: number; count: number };
type Text = Pick<About, 'html' | 'hasDiagram'>;

/** What the owner says of the site, and what has been written on it, as visitors see it. */
export async function showAbout({ db, siteUrl }: { db: Db; siteUrl: string }, now = Date.now()): Promise<About> {
  const [settings, articles, says] = await Promise.all([readSettings(db), articlesByDay(db), saysShownByDay(db)]);
  return {
    ...(await textOf(settings, siteUrl)),
    counts: {
      articles: sumOf(articles, ({ count }) => count),
      says: sumOf(says, ({ count }) => count),
      words: sumOf(articles, ({ words }) => words),
      days: Math.max(0, Math.floor((now - settings.footer.startedAt) / dayLength)),
    },
    days: calendar([...articles, ...says], calendarStart(now)),
  };
}

/** None while the owner has them off. */
async function saysShownByDay(db: Db) {
  return (await hasFeature(db, 'says')) ? saysByDay(db) : [];
}

const rendered = new WeakMap<Settings, Promise<Text>>();

/** Rendered when first read, and kept as long as the settings it stands in. */
function textOf(settings: Settings, siteUrl: string) {
  const known = rendered.get(settings);
  if (known) return known;

  const { text } = settings.about;
  const rendering = renderAbout(text, siteUrl).catch(plainInstead(text));
  rendered.set(settings, rendering);
  rendering.catch(() => rendered.delete(settings));
  return rendering;
}

/** The owner's words as HTML. @throws Failure invalid-input at `text` for what takes too much time or memory. */
export function renderAbout(text: string, siteUrl: string): Promise<Text> {
  return askText('renderAbout', { text, siteUrl }, 'text');
}

/** The page stands whatever its words are. */
function plainInstead(text: string) {
  return (error: unknown) => {
    if (!isFailure(error) || error.id !== 'invalid-input') throw error;
    return { html: plainParagraphs(text), hasDiagram: false };
  };
}

function calendar(days: Day[], from: number): About['days'] {
  const byDay = Map.groupBy(
    days.filter(({ day }) => day >= from),
    ({ day }) => day,
  );
  return Array.from(byDay, ([day, own]) => ({ day: dayName(day), count: sumOf(own, ({ count }) => count) })).sort(
    (a, b) => (a.day < b.day ? -1 : 1),
  );
}

function sumOf<Item>(items: Item[], value: (item: Item) => number) {
  return items.reduce((sum, item) => sum + value(item), 0);
}
