import { createHash } from 'node:crypto';
import type { Home } from '@mojian/contract/pages/home';
import { shortLine } from '@mojian/contract/platform/format';
import { chinaDay, chinaOffset, dayLength, dayNumber } from '@mojian/contract/platform/time';
import { cardsOf } from '../../content/articles/cards.ts';
import type { Db } from '../../platform/db/schema.ts';
import { listArticlesOfDays, listQuotable, listSaysOfDays, type Span } from './home.queries.ts';
import { plainText } from './sheet.ts';

const yearsBack = 10;
const yearsShown = 3;

/** Lists this day of former years, newest first; 29 February has one in leap years only. */
function spansOfFormerYears(now: number): (Span & { year: number })[] {
  const [year, month, day] = chinaDay(now).split('-').map(Number) as [number, number, number];
  return Array.from({ length: yearsBack }, (_, back) => year - 1 - back).flatMap((former) => {
    const date = new Date(Date.UTC(former, month - 1, day));
    if (date.getUTCDate() !== day) return [];
    const from = date.getTime() - chinaOffset;
    return { year: former, from, until: from + dayLength };
  });
}

const isWithin = ({ from, until }: Span, at: number) => at >= from && at < until;

type Sources = { says: boolean };

/** Chooses an article, else a say, of each such day: the first three years that have either. */
export async function formerYears(db: Db, now: number, { says }: Sources): Promise<Home['ago']> {
  const spans = spansOfFormerYears(now);
  const [articles, shortPosts] = await Promise.all([
    listArticlesOfDays(db, spans),
    says ? listSaysOfDays(db, spans) : [],
  ]);
  const found = spans
    .map((span) => ({
      year: span.year,
      article: articles.find(({ at }) => isWithin(span, Number(at))),
      say: shortPosts.find(({ at }) => isWithin(span, Number(at))),
    }))
    .filter(({ article, say }) => article ?? say)
    .slice(0, yearsShown);
  const cards = await cardsOf(
    db,
    found.flatMap(({ article }) => article?.id ?? []),
  );
  return found.map(({ year, article, say }) => ({
    year,
    article: cards.find(({ id }) => id === article?.id) ?? null,
    say: article || !say ? null : { id: say.id, text: shortLine(plainText(say.html), 90), place: say.place },
  }));
}

const daysOfQuotes = 30;
const fewest = 12;
const most = 90;
/** Marks of Markdown are not counted in the end, so that the source may be a little longer. */
const slack = 60;

/**
 * The day's comment of a reader: the least of a hash of day and id among those written in the thirty days before today,
 * so that neither a new comment nor the removal of another changes it.
 */
export async function chooseQuote(db: Db, now: number) {
  const today = dayNumber(now);
  const start = (day: number) => day * dayLength - chinaOffset;
  const written = { from: start(today - daysOfQuotes), until: start(today), fewest, most: most + slack };
  const rows = await listQuotable(db, written);
  const fitting = rows.filter(({ html }) => fitsQuote(plainText(html)));
  const chosen = fitting
    .map(({ id }) => ({ id, lot: createHash('sha256').update(`${today} ${id}`).digest('hex') }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))[0];
  return { id: chosen?.id, candidates: fitting.length };
}

function fitsQuote(text: string) {
  const { length } = Array.from(text);
  return length >= fewest && length <= most;
}
