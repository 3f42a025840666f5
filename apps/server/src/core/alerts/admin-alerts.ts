import { type AlertEvent, alertKinds } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel, AlertDelivery, adminAlerts, QuietHours } from '@mojian/contract/core/alerts';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueAgain } from '../../platform/outbox/outbox.ts';
import { isSameAddress, triedWith, withTyped } from '../../platform/outgoing/destinations.ts';
import { recordAct } from '../audit/audit.ts';
import { checkedAddress, maskedAddress } from './addresses.ts';
import * as queries from './alerts.queries.ts';
import { sendAlertEffect } from './bundle-alerts.ts';
import { readQuietHours, writeQuietHours } from './quiet-hours.ts';
import { noteSuccess, sendTrial } from './send-alert.ts';
import { AlertRefused, type SenderDeps } from './senders/sender.ts';
import { newWebhookSecret } from './senders/webhook.ts';

const mostChannels = 20;

export async function listAlertChannels(db: Db): Promise<AlertChannel[]> {
  const [channels, waiting] = await Promise.all([queries.listChannels(db), queries.countItems(db)]);
  return channels.map((channel) => {
    const { id, kind, name, url, secret, allowPrivate, isOn, lastSentAt, failure, failingSince } = channel;
    return {
      id,
      kind,
      name,
      failure,
      target: maskedAddress(kind, url),
      hasSecret: secret !== '',
      events: eventsOf(channel),
      allowPrivate: allowPrivate === 1,
      isOn: isOn === 1,
      lastSentAt: lastSentAt === null ? null : isoTime(lastSentAt),
      failingSince: failingSince === null ? null : isoTime(failingSince),
      waiting: waiting.get(id) ?? 0,
    };
  });
}

/** Adds a channel; the secret made for a webhook is in this reply only. @throws Failure naming the field */
export async function addAlertChannel(db: Db, viewer: Viewer, input: Input<typeof adminAlerts.add>['body']) {
  const { kind, events, allowPrivate } = input;
  const { url, secret: secretInput } = checkedAddress(input);
  const made = kind === 'webhook' && secretInput === '' ? newWebhookSecret() : '';
  const name = input.name || alertKinds[kind].name;
  const channel = { kind, name, url, secret: secretInput || made, events: JSON.stringify(events) };
  return db.transaction().execute(async (trx) => {
    if ((await queries.listChannels(trx)).length >= mostChannels)
      throw new Failure('not-allowed', `最多 ${mostChannels} 个去处，先删几个`);
    const times = { lastSentAt: null, failingSince: null, createdAt: Date.now() };
    const id = await queries.insertChannel(trx, { ...channel, ...times, allowPrivate: Number(allowPrivate) });
    const after = auditFields(await requireChannel(trx, id));
    await recordAct(trx, viewer, { act: 'alerts.add', subject: `alert:${id}`, after });
    return { id, secret: made };
  });
}

/**
 * Changes what is given of a channel. Another address or secret ends its failure, and what waits goes there.
 * @throws Failure not-found; naming the field
 */
export async function changeAlertChannel(db: Db, viewer: Viewer, input: Input<typeof adminAlerts.change>['body']) {
  await db.transaction().execute(async (trx) => {
    const before = await requireChannel(trx, input.id);
    const isMoved = input.url !== undefined || input.secret !== undefined || input.allowPrivate !== undefined;
    const where = isMoved ? checkedAddress(withTyped(addressOf(before), input)) : {};
    await queries.updateChannel(trx, before.id, {
      ...where,
      ...(input.name && { name: input.name }),
      ...(input.events && { events: JSON.stringify(input.events) }),
      ...(input.allowPrivate !== undefined && { allowPrivate: Number(input.allowPrivate) }),
      ...(input.isOn !== undefined && { isOn: Number(input.isOn) }),
      ...(isMoved && { failure: '', failingSince: null }),
    });
    // drops what a channel that is off would not have been told
    if (input.isOn === false) await queries.deleteItems(trx, before.id);
    if (isMoved) await retryWaiting(trx, before.id);
    const after = await requireChannel(trx, before.id);
    const fields = { before: auditFields(before), after: auditFields(after) };
    await recordAct(trx, viewer, { act: 'alerts.change', subject: `alert:${before.id}`, ...fields });
  });
}

async function retryWaiting(trx: Trx, channelId: number) {
  for (const { id } of await queries.listWaiting(trx, channelId)) await enqueueAgain(trx, sendAlertEffect, { id });
}

function addressOf({ kind, url, secret, allowPrivate }: queries.ChannelRow) {
  return { kind, url, secret, allowPrivate: allowPrivate === 1 };
}

/** @throws Failure not-found */
export async function removeAlertChannel(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const before = auditFields(await requireChannel(trx, id));
    await queries.deleteChannel(trx, id);
    await recordAct(trx, viewer, { act: 'alerts.remove', subject: `alert:${id}`, before });
  });
}

/**
 * Sends a trial now, by a stored channel or one not stored yet. A refusal is a reply, not a failure.
 * @throws Failure not-found; naming the field
 */
export async function testAlertChannel(
  deps: SenderDeps,
  viewer: Viewer,
  input: Input<typeof adminAlerts.test>['body'],
) {
  const stored = input.id === undefined ? undefined : await requireChannel(deps.db, input.id);
  const channel = stored ? changed(stored, input) : unsaved(input);
  const result = await tryOut(deps, channel);
  if (result.ok && stored && isSameAddress(channel, addressOf(stored))) await noteSuccess(deps.db, stored.id);
  const subject = stored ? `alert:${stored.id}` : '';
  const after = { kind: alertKinds[channel.kind].name, ...result };
  await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'alerts.test', subject, after }));
  return result;
}

function changed(stored: queries.ChannelRow, input: Input<typeof adminAlerts.test>['body']) {
  const known = addressOf(stored);
  const tried = triedWith(known, input);
  return isSameAddress(tried, known) ? known : { ...tried, ...checkedAddress(tried) };
}

function unsaved({ kind, url, secret = '', allowPrivate = false }: Input<typeof adminAlerts.test>['body']) {
  if (kind === undefined) throw new Failure('invalid-input', '请选择送到哪里', 'kind');
  if (url === undefined) throw new Failure('invalid-input', `请输入${alertKinds[kind].address}`, 'url');
  const where = checkedAddress({ kind, url, secret, allowPrivate });
  const made = kind === 'webhook' && where.secret === '' ? newWebhookSecret() : where.secret;
  return { kind, url: where.url, secret: made, allowPrivate };
}

async function tryOut(deps: SenderDeps, channel: Parameters<typeof sendTrial>[1]) {
  try {
    await sendTrial(deps, channel);
    return { ok: true, text: `${alertKinds[channel.kind].name}收下了，去看一眼：「这是一条试发的提醒」` };
  } catch (error) {
    if (error instanceof AlertRefused) return { ok: false, text: error.message };
    throw error;
  }
}

export function listAlertDeliveries(db: Db, query: PageQuery) {
  return findPage(query, {
    list: (slice) => queries.listDeliveries(db, slice),
    count: () => queries.countDeliveries(db),
    present: presentDelivery,
  });
}

type Listed = Awaited<ReturnType<typeof queries.listDeliveries>>[number];

function presentDelivery({ name, createdAt, sentAt, items: _items, link: _link, ...row }: Listed): AlertDelivery {
  const sent = sentAt === null ? null : isoTime(sentAt);
  return { ...row, channel: name, createdAt: isoTime(createdAt), sentAt: sent };
}

/** Sends an alert once more that did not arrive. @throws Failure not-found; already-done */
export async function retryAlert(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const delivery = await queries.findDelivery(trx, id);
    if (!delivery) throw new Failure('not-found', '没有这条提醒', 'id');
    if (delivery.state === 'sent') throw new Failure('already-done', '这条已经送到了', 'id');
    await queries.updateDelivery(trx, id, { state: 'waiting', attempts: 0 });
    await enqueueAgain(trx, sendAlertEffect, { id });
    const subject = `alert:${delivery.channelId}`;
    await recordAct(trx, viewer, { act: 'alerts.retry', subject, after: { title: delivery.title } });
  });
}

export async function saveQuietHours(db: Db, viewer: Viewer, hours: QuietHours) {
  await db.transaction().execute(async (trx) => {
    const before = await readQuietHours(trx);
    await writeQuietHours(trx, hours);
    const fields = ({ isOn, from, to }: QuietHours) => ({ isOn, from, until: to });
    await recordAct(trx, viewer, { act: 'alerts.quiet', before: fields(before), after: fields(hours) });
  });
}

async function requireChannel(db: Db | Trx, id: number) {
  const channel = await queries.findChannel(db, id);
  if (!channel) throw new Failure('not-found', '没有这个去处', 'id');
  return channel;
}

function eventsOf({ events }: Pick<queries.ChannelRow, 'events'>) {
  return JSON.parse(events) as AlertEvent[];
}

/** Fields recorded in the audit log: the address is as secret as the secret. */
function auditFields(channel: queries.ChannelRow) {
  const { kind, name, url, secret, allowPrivate, isOn } = channel;
  const target = maskedAddress(kind, url);
  const events = eventsOf(channel);
  return { name, target, secret, events, allowPrivate: allowPrivate === 1, isOn: isOn === 1 };
}
