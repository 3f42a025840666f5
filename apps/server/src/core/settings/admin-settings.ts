import { createHash } from 'node:crypto';
import type { SettingsGroupValue } from '@mojian/contract/core/settings';
import { allGroups, isOwnersOnly } from '@mojian/contract/core/settings-fields/sections';
import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { maskedSecret } from '@mojian/contract/platform/rules';
import { ZodError } from 'zod';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { readInput } from '../../platform/http/input.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findActorName, recordAct } from '../audit/audit.ts';
import { requireConfirmed } from '../identity/passwords.ts';
import { alertOwners } from '../notices/alert-member.ts';
import { groups } from './groups.ts';
import {
  forgetSettings,
  isSettingsGroup,
  loadSettings,
  lockSettings,
  readSettings,
  type Settings,
  type SettingsGroup,
  secretFields,
  takeSettings,
} from './settings.ts';

type Value = Record<string, unknown>;

/** Lists every group; the demo account does not see personal values. */
export async function listSettings(db: Db, { role }: Viewer): Promise<SettingsGroupValue[]> {
  const settings = await loadSettings(db);
  const groups = Object.entries(settings).map(([name, value]) => show(name, value));
  return role === 'demo' ? groups.map(withoutPersonal) : groups;
}

/** Acts of other nouns in the transaction that saves a group of settings; they may refuse it. */
export type OnSave = {
  [Group in SettingsGroup]?: (
    trx: Trx,
    viewer: Viewer,
    change: { before: Settings[Group]; after: Settings[Group] },
  ) => Promise<void>;
};

type Guarded = SettingsGroupValue & { name: SettingsGroup };

/**
 * Saves one group. Its neighbours, the fields that were not sent and the secrets sent as they were shown stay as they are.
 * @throws Failure invalid-input naming the field, as `logins.types`; stale when somebody else saved the group since;
 * not-allowed for what only the owner changes, and as `requireConfirmed`.
 */
export async function saveSettingsGroup(
  db: Db,
  viewer: Viewer,
  { name, value, version }: SettingsGroupValue,
  onSave: OnSave = {},
) {
  if (!isSettingsGroup(name)) throw new Failure('invalid-input', '没有这一组设置', 'name');
  const isGuarded = await guardOwnersOnly(db, viewer, { name, value, version });
  const saved = await db.transaction().execute(async (trx) => {
    await lockSettings(trx, name);
    const before = (await loadSettings(trx))[name] as Value;
    if (versionOf(before) !== version) throw staleGroup();
    const after = mergeStored(value, before);
    await takeSettings(trx, name, checked(name, after));
    await onSave[name]?.(trx, viewer, { before: before as never, after: (await loadSettings(trx))[name] as never });
    await recordAct(trx, viewer, { act: 'settings.save', subject: name, before, after });
    if (isGuarded) await alertOwners(trx, await alertOf(trx, viewer, name));
    return show(name, (await loadSettings(trx))[name] as Value);
  });
  // for this process, before all others are notified
  forgetSettings(db);
  return saved;
}

/**
 * Checks the password when a save changes fields reserved to the owner. Runs before the transaction, which requires the
 * same version.
 */
async function guardOwnersOnly(db: Db, viewer: Viewer, { name, value, version }: Guarded) {
  const before = (await loadSettings(db))[name] as Value;
  if (versionOf(before) !== version) throw staleGroup();
  const after = mergeStored(value, before);
  const isChanged = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  if (!isOwnersOnly(name) && !Object.keys(after).some((field) => isOwnersOnly(name, field) && isChanged(field)))
    return false;
  if (!may(viewer.role, 'settings.own')) throw new Failure('not-allowed', '这一组只有站长能改');
  checked(name, after); // an invalid save is refused before the password is asked for
  await requireConfirmed(db, viewer);
  return true;
}

async function alertOf(trx: Trx, viewer: Viewer, name: string) {
  const title = allGroups.find((group) => group.name === name)?.title ?? name;
  const text = `${await findActorName(trx, viewer)} 刚刚改了站点设置的「${title}」，改了什么在后台的「操作记录」里。`;
  return { title: `站点设置「${title}」改过了`, text, link: '/admin/audit' };
}

function staleGroup() {
  return new Failure('stale', '别人刚刚改过这一组，请先看看新的内容');
}

function checked(name: SettingsGroup, value: Value) {
  return readInput(groups[name], value, { within: [name] });
}

function show(name: string, value: Value): SettingsGroupValue {
  return { name, value: withoutSecrets(value), version: versionOf(value) };
}

/** Hides the sender's mailbox and private contacts. */
function withoutPersonal({ name, value, version }: SettingsGroupValue): SettingsGroupValue {
  const { shown = [] } = value as { shown?: string[] };
  const isPersonal = (field: string) => {
    if (name === 'mail') return field === 'user' || field === 'from';
    return name === 'contacts' && !shown.includes(field);
  };
  const hide = (field: string, part: unknown) =>
    isPersonal(field) && part !== '' && !Array.isArray(part) ? '••••' : part;
  return { name, value: mapFields(value, hide), version };
}

function withoutSecrets(value: Value): Value {
  return mapFields(value, (field, part) => (secretFields.has(field) && part !== '' ? maskedSecret : part));
}

/** Merges input over the stored value: missing fields and secrets sent masked keep the stored ones. */
function mergeStored(sent: Value, before: Value): Value {
  const entries = Object.entries(sent).map(([field, part]) => {
    const known = before[field];
    if (part === maskedSecret && secretFields.has(field)) return [field, known];
    return [field, isPart(part) && isPart(known) ? mergeStored(part, known) : part];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function mapFields(value: Value, change: (field: string, part: unknown) => unknown): Value {
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, isPart(part) ? mapFields(part, change) : change(field, part)]),
  );
}

function versionOf(value: Value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

function isPart(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Field of a group: path and value. */
export type Field = { path: string; value: unknown };

/** All fields of all groups in declaration order. */
export async function listFields(trx: Trx): Promise<Field[]> {
  return fieldsOf(await readSettings(trx), []);
}

/**
 * Sets one field from text, parsed as JSON unless the field is text; its group keeps the others.
 * @throws Error with one Chinese line for an unknown path or a value of the wrong kind
 */
export async function setField(trx: Trx, path: string, text: string): Promise<Field> {
  const settings = structuredClone(await readSettings(trx));
  const names = path.split('.');
  const last = names.pop() as string;
  const holder = names.reduce<unknown>(own, settings);
  const present = own(holder, last);
  if (present === undefined) throw new Error(`没有「${path}」这一项；不带参数运行，可以看到全部`);
  if (isRecord(present))
    throw new Error(`「${path}」是一组，请写到其中一项，例如 ${fieldsOf(present, [path])[0]?.path}`);

  const value = typeof present === 'string' ? text : parsed(path, text);
  (holder as Record<string, unknown>)[last] = value;
  await save(trx, names[0] as SettingsGroup, settings, path);
  return { path, value };
}

async function save(trx: Trx, group: SettingsGroup, settings: Record<string, unknown>, path: string) {
  try {
    await takeSettings(trx, group, settings[group]);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw new Error(`「${path}」${error.issues[0]?.message}`);
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`「${path}」的值不是 JSON：要写成 true、12 或 [1,2] 这样`);
  }
}

function fieldsOf(part: object, path: string[]): Field[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const here = [...path, name];
    return isRecord(value) ? fieldsOf(value, here) : [{ path: here.join('.'), value }];
  });
}

function own(part: unknown, name: string): unknown {
  return isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
