import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type ChannelRow = Selectable<Schema['alertChannels']>;
export type ItemRow = Selectable<Schema['alertItems']>;
export type DeliveryRow = Selectable<Schema['alertDeliveries']>;

/** SQL condition: a channel that is on wants such events. */
const wants = (event: string) => sql<boolean>`"isOn" = 1 and events like ${`%"${event}"%`}`;

/** Inserts an event for each channel that wants it, in one statement. */
export async function insertItems(trx: Trx, item: Omit<Insertable<Schema['alertItems']>, 'id' | 'channelId'>) {
  const { event, title, text, link, createdAt } = item;
  await trx
    .insertInto('alertItems')
    .columns(['channelId', 'event', 'title', 'text', 'link', 'createdAt'])
    .expression((builder) =>
      builder
        .selectFrom('alertChannels')
        .select([
          'id',
          sql<typeof event>`cast(${event} as text)`.as('event'),
          sql<string>`cast(${title} as text)`.as('title'),
          sql<string>`cast(${text} as text)`.as('text'),
          sql<string>`cast(${link} as text)`.as('link'),
          sql<number>`cast(${createdAt} as bigint)`.as('createdAt'),
        ])
        .where(wants(event)),
    )
    .execute();
}

export function listChannels(db: Db | Trx) {
  return db.selectFrom('alertChannels').selectAll().orderBy('id').execute();
}

export function findChannel(db: Db | Trx, id: number) {
  return db.selectFrom('alertChannels').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertChannel(trx: Trx, channel: Insertable<Schema['alertChannels']>) {
  const { id } = await trx.insertInto('alertChannels').values(channel).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateChannel(db: Db | Trx, id: number, change: Updateable<Schema['alertChannels']>) {
  await db.updateTable('alertChannels').set(change).where('id', '=', id).execute();
}

export async function deleteChannel(trx: Trx, id: number) {
  await trx.deleteFrom('alertChannels').where('id', '=', id).execute();
}

/** Channels with events waiting, and no alert on its way since a moment: `oldest` is when the first of them happened. */
export function listDueChannels(db: Db, since: number) {
  return db
    .selectFrom('alertItems')
    .innerJoin('alertChannels', 'alertChannels.id', 'alertItems.channelId')
    .select(({ fn }) => ['alertItems.channelId', 'alertItems.event', fn.min('alertItems.createdAt').as('oldest')])
    .where('alertChannels.isOn', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alertDeliveries')
            .select('alertDeliveries.id')
            .whereRef('alertDeliveries.channelId', '=', 'alertItems.channelId')
            .where('alertDeliveries.state', '=', 'waiting')
            .where('alertDeliveries.createdAt', '>', since),
        ),
      ),
    )
    .groupBy(['alertItems.channelId', 'alertItems.event'])
    .execute();
}

/** Takes the waiting events of a channel, all or some kinds of them: of two processes one gets each. */
export function takeItems(trx: Trx, channelId: number, events: ItemRow['event'][] | undefined) {
  return trx
    .deleteFrom('alertItems')
    .where('channelId', '=', channelId)
    .$if(events !== undefined, (items) => items.where('event', 'in', events ?? []))
    .returningAll()
    .execute();
}

export async function deleteItems(db: Db | Trx, channelId: number) {
  await db.deleteFrom('alertItems').where('channelId', '=', channelId).execute();
}

export async function countItems(db: Db) {
  const rows = await db
    .selectFrom('alertItems')
    .select(({ fn }) => ['channelId', fn.countAll<number>().as('count')])
    .groupBy('channelId')
    .execute();
  return new Map(rows.map(({ channelId, count }) => [channelId, Number(count)]));
}

export async function insertDelivery(trx: Trx, delivery: Insertable<Schema['alertDeliveries']>) {
  const { id } = await trx.insertInto('alertDeliveries').values(delivery).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findDelivery(db: Db | Trx, id: number) {
  return db.selectFrom('alertDeliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listWaiting(trx: Trx, channelId: number) {
  return trx
    .selectFrom('alertDeliveries')
    .select('id')
    .where('channelId', '=', channelId)
    .where('state', '=', 'waiting')
    .execute();
}

export async function updateDelivery(db: Db | Trx, id: number, change: Updateable<Schema['alertDeliveries']>) {
  await db.updateTable('alertDeliveries').set(change).where('id', '=', id).execute();
}

/** Newest first. */
export function listDeliveries(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('alertDeliveries')
    .innerJoin('alertChannels', 'alertChannels.id', 'alertDeliveries.channelId')
    .selectAll('alertDeliveries')
    .select(['alertChannels.kind', 'alertChannels.name'])
    .orderBy('alertDeliveries.createdAt', 'desc')
    .orderBy('alertDeliveries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDeliveries(db: Db) {
  const { count } = await db
    .selectFrom('alertDeliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes deliveries, and events nobody sent, from before a moment. */
export async function deleteBefore(db: Db, time: number) {
  await db.deleteFrom('alertDeliveries').where('createdAt', '<', time).execute();
  await db.deleteFrom('alertItems').where('createdAt', '<', time).execute();
}
