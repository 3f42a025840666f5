import type { About } from '@mojian/contract/pages/about';
import { isFailure } from '@mojian/contract/platform/failures';
import { dayLength, dayName } from '@mojian/contract/platform/time';
import { plainParagraphs } from '@mojian/markdown/text';
import { countSaysShown, saysByDay } from '../../community/says/says.ts';
import { articlesByDay, sumsOfArticles } from '../../content/articles/archive.ts';
import { askText } from '../../content/text/ask-text.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { calendarStart } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';

type Day = { day: number; count: number };
type Text = Pick<About, 'html' | 'hasDiagram'>;

/** The owner's text with public statistics. */
export async function showAbout({ db, siteUrl }: { db: Db; siteUrl: string }, now = Date.now()): Promise<About> {
  const from = calendarStart(now);
  const [settings, sums, articles, says] = await Promise.all([
    readSettings(db),
    sumsOfArticles(db),
    articlesByDay(db, from),
    saysShown(db, from),
  ]);
  return {
    ...(await textOf(settings, siteUrl)),
    counts: {
      articles: sums.articles,
      says: says.total,
      words: Number(sums.words),
      days: Math.max(0, Math.floor((now - settings.footer.startedAt) / dayLength)),
    },
    days: calendar([...articles, ...says.days], from),
  };
}

/** Returns none while says are switched off. */
async function saysShown(db: Db, from: number) {
  if (!(await hasFeature(db, 'says'))) return { total: 0, days: [] };
  const [total, days] = await Promise.all([countSaysShown(db), saysByDay(db, from)]);
  return { total, days };
}

const rendered = new WeakMap<Settings, Promise<Text>>();

/** Renders lazily; cached per settings object. */
function textOf(settings: Settings, siteUrl: string) {
  const known = rendered.get(settings);
  if (known) return known;

  const { text } = settings.about;
  const rendering = renderAboutText(text, siteUrl).catch(plainInstead(text));
  rendered.set(settings, rendering);
  rendering.catch(() => rendered.delete(settings));
  return rendering;
}

/** @throws Failure invalid-input at `text` beyond time or memory */
export function renderAboutText(text: string, siteUrl: string): Promise<Text> {
  return askText('renderAbout', { text, siteUrl }, 'text');
}

/** Falls back to plain text, so that the page never fails. */
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
