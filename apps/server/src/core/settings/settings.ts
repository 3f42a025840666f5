import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import type { z } from 'zod';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { insertValue, lockValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import { inChinese } from '../../platform/http/input.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { groups } from './groups.ts';

const secrets = allGroups.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'secret'));
/** Names of the fields that no reply contains. */
export const secretFields = new Set(secrets.map(({ path }) => path.split('.').at(-1)));

type Groups = typeof groups;
export type SettingsGroup = keyof Groups;
export type Settings = { [Group in SettingsGroup]: z.output<Groups[Group]> };

export function isSettingsGroup(name: string): name is SettingsGroup {
  return Object.hasOwn(groups, name);
}

const cache = new WeakMap<Db, Promise<Settings>>();

/** All settings, cached. A group never saved has its defaults. */
export function readSettings(db: Db): Promise<Settings> {
  const known = cache.get(db);
  if (known) return known;

  const reading = loadSettings(db);
  cache.set(db, reading);
  reading.catch(() => cache.delete(db));
  return reading;
}

/** Drops the cache. Called in every process when the pages tagged 'site' are dropped. */
export function forgetSettings(db: Db) {
  cache.delete(db);
}

/** Replaces one group. Pages and caches are dropped after the commit. */
export function saveSettings<Group extends SettingsGroup>(trx: Trx, group: Group, value: z.input<Groups[Group]>) {
  return takeSettings(trx, group, value);
}

/** Validates and stores a group of settings. @throws ZodError for invalid input. */
export async function takeSettings(trx: Trx, group: SettingsGroup, value: unknown) {
  await writeValue(trx, group, JSON.stringify(groups[group].parse(value, { error: inChinese })));
  await enqueue(trx, 'drop-pages', { tags: ['site'] });
}

/** Locks a group until the transaction ends, so that the second of two concurrent saves finds it changed. */
export async function lockSettings(trx: Trx, group: SettingsGroup) {
  await insertValue(trx, group, '{}');
  await lockValue(trx, group);
}

/** Reads all settings from the database, bypassing the cache, for changes. */
export async function loadSettings(db: Db | Trx): Promise<Settings> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'in', Object.keys(groups)).execute();
  const saved = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as object]));
  const entries = Object.entries(groups).map(([name, shape]) => [name, readGroup(shape, saved.get(name) ?? {})]);
  return Object.fromEntries(entries) as Settings;
}

/** Reads one group from the database, for a transaction that depends on it. */
export async function loadGroup<Group extends SettingsGroup>(trx: Trx, group: Group): Promise<Settings[Group]> {
  return readGroup(groups[group], JSON.parse((await readValue(trx, group)) ?? '{}') as object) as Settings[Group];
}

/** Fields an earlier version allowed fall back to their defaults: the site still starts. */
function readGroup(shape: z.ZodType, saved: object) {
  const whole = shape.safeParse(saved);
  if (whole.success) return whole.data;
  const wrong = new Set(whole.error.issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(saved).filter(([field]) => !wrong.has(field)));
  const usable = shape.safeParse(rest);
  return usable.success ? usable.data : shape.parse({});
}
