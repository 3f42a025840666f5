import { type AlertEvent, bundleLength, isUrgent } from '@mojian/contract/core/alert-kinds';
import { dayLength, hourLength } from '@mojian/contract/platform/time';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './alerts.queries.ts';
import { isQuiet, lastQuietEnd, readQuietHours } from './quiet-hours.ts';

/** Outbox effect that sends an alert. */
export const sendAlertEffect = 'send-alert';

/**
 * Makes alerts of waiting events: those of five minutes become one, those of the quiet hours wait for their end, what
 * failed waits for nothing. While an alert of a channel is on its way, its further events wait and come together.
 */
export async function bundleAlerts(db: Db, stopping?: AbortSignal, now = Date.now()) {
  const hours = await readQuietHours(db);
  const quiet = isQuiet(hours, now);
  const due = (await queries.listDueChannels(db, now - longestOnItsWay)).filter(
    ({ event, oldest }) => isUrgent(event) || (!quiet && Number(oldest) <= now - bundleLength),
  );
  for (const [channelId, rows] of Map.groupBy(due, (row) => row.channelId)) {
    if (stopping?.aborted) return;
    const isOnlyUrgent = rows.every(({ event }) => isUrgent(event));
    const events = isOnlyUrgent ? rows.map(({ event }) => event) : undefined;
    const night = lastQuietEnd(hours, now);
    await db.transaction().execute((trx) => bundle(trx, { channelId, events, now, night }));
  }
}

type Bundle = { channelId: number; events: AlertEvent[] | undefined; now: number; night: number };

async function bundle(trx: Trx, { channelId, events, now, night }: Bundle) {
  const items = await queries.takeItems(trx, channelId, events);
  if (items.length === 0) return;
  items.sort((one, other) => one.id - other.id);
  const waitedForMorning = items.some(({ event, createdAt }) => !isUrgent(event) && createdAt + bundleLength < night);
  const delivery = { ...summaryOf(items, waitedForMorning), channelId, items: JSON.stringify(items.slice(-mostItems)) };
  const state = 'waiting' as const;
  const id = await queries.insertDelivery(trx, { ...delivery, state, took: null, createdAt: now, sentAt: null });
  await enqueue(trx, sendAlertEffect, { id });
}

/** After twelve attempts, or when its entry was taken from the outbox, an alert holds up no others. */
const longestOnItsWay = 6 * hourLength;
const mostItems = 50;
const mostLines = 8;

type Item = Pick<queries.ItemRow, 'title' | 'text' | 'link'>;

/** Title, text and page of an alert of some events, the newest of which have a line each. */
function summaryOf(items: Item[], waitedForMorning = false) {
  const [first] = items;
  if (items.length === 1 && first) return { title: first.title, text: first.text, link: first.link };
  const counts = [...Map.groupBy(items, ({ title }) => title)].map(([title, { length }]) => `${title} ${length}`);
  const lines = items.slice(-mostLines).map(({ title, text }) => `${title} · ${text}`);
  const more = items.length - lines.length;
  const links = new Set(items.map(({ link }) => link));
  return {
    title: `${waitedForMorning ? '夜里攒下的' : ''} ${items.length} 件事`.trim(),
    text: [counts.join('，'), ...lines, ...(more > 0 ? [`还有 ${more} 件`] : [])].join('\n'),
    link: links.size === 1 && first ? first.link : '/admin',
  };
}

const storedDays = 30;

/** Deletes what was sent more than thirty days ago. */
export async function dropOldAlerts(db: Db, now = Date.now()) {
  await queries.deleteBefore(db, now - storedDays * dayLength);
}
