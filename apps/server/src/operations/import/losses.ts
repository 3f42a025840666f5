import type { Loss } from '@mojian/importers/form';
import { storableText } from '@mojian/markdown/storable-text';
import type { Db } from '../../platform/db/schema.ts';

export type GroupedLoss = { thing: string; reason: string; count: number; places: string[] };

const placesShown = 5;
const mostGroups = 500;

/** Collects losses in groups of one thing and reason. */
export function createLossCollector() {
  const groups = new Map<string, GroupedLoss>();
  return {
    report({ thing, place, reason }: Omit<Loss, 'kind'>) {
      const key = `${thing}\n${reason}`;
      const group = groups.get(key) ?? { thing, reason, count: 0, places: [] };
      if (groups.size >= mostGroups && !groups.has(key)) return;
      group.count += 1;
      if (group.places.length < placesShown && place) group.places.push(place.slice(0, 80));
      groups.set(key, group);
    },
    grouped: () => [...groups.values()].sort((one, other) => other.count - one.count),
  };
}

const mostLosses = 20_000;

export async function saveLosses(db: Db, runId: number, losses: Omit<Loss, 'kind'>[]) {
  if (losses.length === 0) return;
  const rows = losses.slice(0, mostLosses).map(({ thing, place, reason }) => ({
    runId,
    thing: thing.slice(0, 40),
    place: clean(place).slice(0, 200),
    reason: clean(reason).slice(0, 300),
  }));
  for (let from = 0; from < rows.length; from += 200)
    await db
      .insertInto('importLosses')
      .values(rows.slice(from, from + 200))
      .onConflict((known) => known.columns(['runId', 'thing', 'place', 'reason']).doNothing())
      .execute();
}

function clean(text: string) {
  return storableText(text).replace(/\s+/g, ' ').trim();
}

const linesShown = 20;

/** Lines of what did not come over or came over changed, the commonest first. */
export function lossLines(losses: GroupedLoss[]) {
  const lines = losses.slice(0, linesShown).map(({ thing, reason, count, places }) => {
    const some = places.slice(0, 3).join('、');
    return `  留意 ${thing}：${reason}（${count} 处${some && `，如 ${some}`}）`;
  });
  return losses.length > linesShown
    ? [...lines, `  还有 ${losses.length - linesShown} 种，见后台「搬家」里的报告`]
    : lines;
}
