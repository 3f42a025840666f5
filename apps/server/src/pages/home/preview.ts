import type { ArticleCard } from '@mojian/contract/content/articles';
import type { adminHome } from '@mojian/contract/pages/home';
import type { Input, Reply } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { countContents } from '../../content/articles/archive.ts';
import { cardsOf, featuredArticles, newestArticle, pinnedArticle } from '../../content/articles/cards.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { groups } from '../../core/settings/groups.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { readInput } from '../../platform/http/input.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, readTicket } from '../../platform/tickets/tickets.ts';
import { newestOfNeighbours } from '../neighbours/neighbours.ts';
import { countSeries } from './home.queries.ts';
import { newestSays, showHome } from './home.ts';
import { newestPhotos } from './photos.ts';
import { sheetOf } from './sheet.ts';
import { chooseQuote, formerYears } from './today.ts';

/** Opens the home page as unsaved settings would have it: the page itself is rendered as for a visitor. */
const ticketKind = { name: 'home preview', seconds: 300 };

/** @throws Failure invalid-input naming the field, as `home.count` */
export async function previewHome(db: Db, viewer: Viewer, { value }: Input<typeof adminHome.preview>['body']) {
  const saved = (await readSettings(db)).home;
  const home = readInput(groups.home, { ...saved, ...value }, { within: ['home'] });
  return { ticket: await issueTicket(db, ticketKind, home, { userId: viewer.id }) };
}

/** @throws Failure not-found for a ticket that is too old or never was */
export async function showPreview(db: Db, ticket: string) {
  const home = await readTicket<Settings['home']>(db, ticketKind, ticket);
  if (!home) throw new Failure('not-found', '预览已经过期，请回后台再看', 'ticket');
  return showHome(db, home);
}

/** Counts what each section could show now, on or off, and finds the articles that may be the lead. */
export async function showContents(db: Db, now = Date.now()): Promise<Reply<typeof adminHome.contents>> {
  const settings = await readSettings(db);
  const on = featuresOn(settings);
  const says = on.includes('says');
  const [featured, photos, ago, quote, counts, series, newest, neighbours, leads] = await Promise.all([
    featuredArticles(db),
    newestPhotos(db, { says }),
    formerYears(db, now, { says }),
    chooseQuote(db, now),
    countContents(db),
    countSeries(db),
    says ? newestSays(db) : [],
    on.includes('neighbours') ? newestOfNeighbours(db) : [],
    Promise.all([newestArticle(db), pinnedArticle(db), cardsOf(db, [settings.home.article])]),
  ]);
  const [latest, pinned, [chosen]] = leads;
  return {
    counts: {
      says: newest.length,
      new: counts.articles,
      picks: featured.length,
      photos: photos.length,
      series,
      ago: ago.length,
      reader: quote.candidates,
      neighbours: neighbours.length,
      tags: counts.tags,
    },
    newest: linkOf(latest),
    pinned: linkOf(pinned),
    chosen: linkOf(chosen),
    hasSheet: sheetOf(newest, now) !== null,
  };
}

function linkOf(card: ArticleCard | undefined) {
  return card ? { id: card.id, path: card.path, title: card.title } : null;
}
