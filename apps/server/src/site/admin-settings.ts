import { createHash } from 'node:crypto';
import { keptSecret } from '@mojian/contract/admin/kept-secret';
import type { SettingsGroupValue } from '@mojian/contract/admin/settings';
import { Failure } from '@mojian/contract/failures';
import { ZodError } from 'zod';
import { recordAct } from '../audit/audit.ts';
import type { Db, Trx } from '../db/schema.ts';
import { inputFailure } from '../http/faults.ts';
import type { Viewer } from '../http/viewer.ts';
import {
  forgetSettings,
  holdSettings,
  isSettingsGroup,
  loadSettings,
  type SettingsGroup,
  secretFields,
  takeSettings,
} from './settings.ts';

type Value = Record<string, unknown>;

/** Every group as it may be shown: to the demo account without what is somebody's own. */
export async function listSettings(db: Db, { role }: Viewer): Promise<SettingsGroupValue[]> {
  const settings = await loadSettings(db);
  const groups = Object.entries(settings).map(([name, value]) => show(name, value));
  return role === 'demo' ? groups.map(withoutPersonal) : groups;
}

/**
 * Saves one group. Its neighbours, the fields that were not sent and the secrets sent as they were shown stay as they are.
 * @throws Failure invalid-input naming the field, as `logins.types`; stale when somebody else saved the group since.
 */
export async function saveGroup(db: Db, viewer: Viewer, { name, value, version }: SettingsGroupValue) {
  if (!isSettingsGroup(name)) throw new Failure('invalid-input', '没有这一组设置', 'name');
  const saved = await db.transaction().execute(async (trx) => {
    await holdSettings(trx, name);
    const before = (await loadSettings(trx))[name] as Value;
    if (versionOf(before) !== version) throw new Failure('stale', '别人刚刚改过这一组，请先看看新的内容');
    const after = withKept(value, before);
    await save(trx, name, after);
    await recordAct(trx, viewer, { act: 'settings.save', subject: name, before, after });
    return show(name, (await loadSettings(trx))[name] as Value);
  });
  // whoever asks next here is answered with it, before all others are told
  forgetSettings(db);
  return saved;
}

async function save(trx: Trx, name: SettingsGroup, value: Value) {
  try {
    await takeSettings(trx, name, value);
  } catch (error) {
    throw error instanceof ZodError ? inputFailure(error, [name]) : error;
  }
}

function show(name: string, value: Value): SettingsGroupValue {
  return { name, value: withoutSecrets(value), version: versionOf(value) };
}

/** The mailbox letters go out from, and how to reach the owner where readers are not told. */
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
  return mapFields(value, (field, part) => (secretFields.test(field) && part !== '' ? keptSecret : part));
}

/** What was sent over what stands there: a field that was not sent stays, and so does a secret sent as it was shown. */
function withKept(sent: Value, before: Value): Value {
  const parts = Object.entries(sent).map(([field, part]) => {
    const known = before[field];
    if (part === keptSecret && secretFields.test(field)) return [field, known];
    return [field, isPart(part) && isPart(known) ? withKept(part, known) : part];
  });
  return { ...before, ...Object.fromEntries(parts) };
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
