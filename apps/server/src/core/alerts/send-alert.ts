import { alertKinds } from '@mojian/contract/core/alert-kinds';
import type { Db } from '../../platform/db/schema.ts';
import { attemptsAtMost } from '../../platform/outbox/outbox.ts';
import { readSettings } from '../settings/settings.ts';
import * as queries from './alerts.queries.ts';
import type { AlertItem, AlertMessage, SenderDeps } from './senders/sender.ts';
import { senders } from './senders/senders.ts';

/**
 * Sends an alert, and notes how that went with it and its channel; an alert that was sent, or whose channel is gone, is
 * sent no second time.
 * @throws AlertRefused, to be tried again by the outbox
 */
export async function sendAlert(deps: SenderDeps, { id }: { id: number }) {
  const { db } = deps;
  const delivery = await queries.findDelivery(db, id);
  if (delivery?.state !== 'waiting') return;
  const channel = await queries.findChannel(db, delivery.channelId);
  if (!channel) return;
  if (!channel.isOn) return queries.updateDelivery(db, id, { state: 'failed', failure: '这个去处停着，没有送' });
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    await senders[channel.kind](targetOf(channel), await messageOf(deps, delivery), deps);
  } catch (error) {
    const failure = (error as Error).message;
    const attempts = delivery.attempts + 1;
    const state = attempts < attemptsAtMost ? 'waiting' : 'failed';
    await queries.updateDelivery(db, id, { attempts, failure, state, took: took() });
    await noteFailure(db, channel, failure);
    throw error;
  }
  const attempts = delivery.attempts + 1;
  await queries.updateDelivery(db, id, { attempts, state: 'sent', failure: '', took: took(), sentAt: Date.now() });
  await noteSuccess(db, channel.id);
}

function noteFailure(db: Db, { id, failingSince }: queries.ChannelRow, failure: string) {
  return queries.updateChannel(db, id, { failure, failingSince: failingSince ?? Date.now() });
}

export function noteSuccess(db: Db, id: number) {
  return queries.updateChannel(db, id, { failure: '', failingSince: null, lastSentAt: Date.now() });
}

type Address = Pick<queries.ChannelRow, 'url' | 'secret' | 'allowPrivate'>;

function targetOf({ url, secret, allowPrivate }: Address) {
  return { url, secret, allowPrivate: allowPrivate === 1 };
}

async function messageOf({ db, siteUrl }: SenderDeps, delivery: queries.DeliveryRow): Promise<AlertMessage> {
  const { id, title, text, link, createdAt } = delivery;
  const items = (JSON.parse(delivery.items) as AlertItem[]).map(({ event, link: path, ...item }) => ({
    event,
    title: item.title,
    text: item.text,
    link: `${siteUrl}${path}`,
    createdAt: item.createdAt,
  }));
  const lines = text.split('\n');
  const site = await siteName(db);
  return { id: `alert_${id}_${createdAt}`, site, title, lines, url: `${siteUrl}${link}`, items, createdAt };
}

async function siteName(db: Db) {
  return (await readSettings(db)).identity.name;
}

type Tried = ReturnType<typeof targetOf> & Pick<queries.ChannelRow, 'kind'>;

/** Sends the alert of a trial. @throws AlertRefused */
export async function sendTrial(deps: SenderDeps, channel: Tried) {
  const now = Date.now();
  const lines = [`收到这一条，说明${alertKinds[channel.kind].name}已经设好。`];
  const url = `${deps.siteUrl}/admin/alerts`;
  const message = { id: `alert_test_${now}`, site: await siteName(deps.db), title: '这是一条试发的提醒', lines, url };
  await senders[channel.kind](channel, { ...message, items: [], createdAt: now }, deps);
}
