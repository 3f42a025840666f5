import { type Context, type Outcome, titleOf } from './context.ts';
import type { SourceArticle, SourceComment } from './form.ts';
import { findImportedRow, type RowKind } from './ledger.ts';
import type { Match } from './match.ts';
import { foreseeArticle, thingOf } from './write-article.ts';
import { findTargets } from './write-comments.ts';
import type { OtherItem } from './write-others.ts';
import { countedAs, createTally, type Writer, type writeOne } from './writer.ts';

/** An address that comments of the file stand under, and the article it is guessed to be. */
export type Place = { address: string; title: string; count: number; match: Match | undefined };

const mostPlaces = 2000;
/** Comments held back until all articles were seen. */
const mostHeld = 10_000;

/** Foresees what `createWriter` would do, without writing. */
export function createForeseer(context: Context): Writer & { places: Map<string, Place> } {
  const { counts, shelves, see, add } = createTally();
  const coming = new Set<string>();
  const places = new Map<string, Place>();
  const held: SourceComment[] = [];

  async function takeComment(item: SourceComment) {
    const isHere = await isKnown(context, 'comment', item.key);
    if (isHere) return add('comment', 'unchanged');
    if (held.length < mostHeld) held.push(item);
    else add('comment', await foreseeComment(context, item, { coming, places }));
  }

  return {
    counts,
    places,
    async write(item) {
      see(item);
      if (item.kind === 'comment') return takeComment(item);
      if (item.kind === 'category' || item.kind === 'tag') return void shelves.push(item);
      if ('key' in item) coming.add(item.key);
      const outcome = await foreseeOne(context, item);
      if (outcome) add(countedAs(item), outcome);
    },
    async finish() {
      for (const item of held) add('comment', await foreseeComment(context, item, { coming, places }));
      for (const shelf of shelves) add(shelf.kind, 'added');
    },
  };
}

function foreseeOne(context: Context, item: Parameters<typeof writeOne>[1]) {
  if (item.kind === 'site') return undefined;
  if (item.kind === 'loss') return context.lose(item);
  return item.kind === 'article' ? foreseeWhole(context, item) : foreseeOther(context, item);
}

function foreseeWhole(context: Context, item: SourceArticle) {
  for (const reason of item.warnings) context.lose({ thing: `${thingOf(item)}里的内容`, place: titleOf(item), reason });
  return foreseeArticle(context, item);
}

async function foreseeOther(context: Context, item: OtherItem): Promise<Outcome> {
  const key = item.kind === 'redirect' ? item.from : item.key;
  return (await isKnown(context, item.kind, key)) ? 'unchanged' : 'added';
}

async function isKnown({ db, origin }: Context, kind: RowKind, key: string) {
  return (await findImportedRow(db, { origin, kind, key })) !== undefined;
}

type Seen = { coming: Set<string>; places: Map<string, Place> };

async function foreseeComment(context: Context, item: SourceComment, { coming, places }: Seen): Promise<Outcome> {
  if (item.state === 'removed') return 'skipped';
  if ('address' in item.on) return (await notePlace(context, item.on, places)) ? 'added' : 'waiting';
  const key = 'article' in item.on ? item.on.article : item.on.say;
  return coming.has(key) || (await findTargets(context, [item])).has(item) ? 'added' : 'waiting';
}

async function notePlace(
  { matcher }: Context,
  { address, title }: { address: string; title: string },
  places: Map<string, Place>,
) {
  const match = await matcher(address, title);
  const known = places.get(address || title);
  if (known) known.count += 1;
  else if (places.size < mostPlaces) places.set(address || title, { address, title, count: 1, match });
  return match;
}
