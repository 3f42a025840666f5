import type { SettingsGroupValue } from '@mojian/contract/core/settings';
import type { Field, Value } from '@mojian/contract/core/settings-fields/field';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { type Fault, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { type Confirmed, confirming, useAskPassword } from './ask-password.tsx';
import { changedFields, valueAt, withValueAt } from './field-of.ts';

/** Why a group was not saved. `faults` name fields within it, '' for the whole; `isStale`: somebody else saved it. */
export type Refused = { faults: Fault[]; isStale: boolean };

type ByName<Kept> = Record<string, Kept>;

/** What stands on the server, what is typed over it here, and why what was sent was refused. */
export function useSettings(initial: SettingsGroupValue[]) {
  const [saved, setSaved] = useState<ByName<SettingsGroupValue>>(() => byName(initial));
  const [drafts, setDrafts] = useState<ByName<Value>>({});
  const [refused, setRefused] = useState<ByName<Refused>>({});
  const [isSaving, setSaving] = useState(false);
  const askPassword = useAskPassword();

  const savedOf = (name: string): Value => saved[name]?.value ?? {};
  const currentOf = (name: string): Value => drafts[name] ?? savedOf(name);
  const changed = changedGroups(savedOf, currentOf);

  const forget = (name: string) => {
    setDrafts((before) => without(before, name));
    setRefused((before) => without(before, name));
  };

  const saveOne = async (name: string, confirmed: Confirmed) => {
    const value = currentOf(name);
    const body = { name, value, version: saved[name]?.version ?? '' };
    try {
      const now = await confirmed((password) => api.settings.save({ body: { ...body, password } }));
      setSaved((before) => ({ ...before, [name]: now }));
      // what was typed while it was on its way stays
      setDrafts((before) => (before[name] === value ? without(before, name) : before));
      setRefused((before) => without(before, name));
      return true;
    } catch (error) {
      setRefused((before) => ({ ...before, [name]: refusalOf(name, error) }));
      return false;
    }
  };

  return {
    ...{ savedOf, currentOf, refused, changed, isSaving },
    change: (name: string, value: Value) => setDrafts((before) => ({ ...before, [name]: value })),
    forget: (names: string[]) => names.forEach(forget),

    /** Each group by itself, one after another: a refused one keeps none of the others back. Gives those refused. */
    async save() {
      setSaving(true);
      const kept: string[] = [];
      const confirmed = confirming(askPassword);
      for (const { group } of changed) if (!(await saveOne(group.name, confirmed))) kept.push(group.title);
      setSaving(false);
      return kept;
    },

    /** After somebody else's save: takes what they made of it; the fields changed here stay over it, or go. */
    async catchUp(name: string, { keep }: { keep: boolean }) {
      const now = await findGroup(name);
      if (!now) return setRefused((before) => ({ ...before, [name]: notReached }));
      const mine = changed.find(({ group }) => group.name === name);
      const draft = keep && mine ? withFields(mine, now.value, currentOf(name)) : undefined;
      setSaved((before) => ({ ...before, [name]: now }));
      setRefused((before) => without(before, name));
      setDrafts((before) => (draft ? { ...before, [name]: draft } : without(before, name)));
    },
  };
}

function changedGroups(savedOf: (name: string) => Value, currentOf: (name: string) => Value) {
  const all = allGroups.map((group) => ({
    group,
    fields: changedFields(group, savedOf(group.name), currentOf(group.name)),
  }));
  return all.filter(({ fields }) => fields.length > 0);
}

const notReached = whole('提交失败，请检查网络');

async function findGroup(name: string) {
  const groups = await api.settings.list().catch(() => []);
  return groups.find((one) => one.name === name);
}

/** What stands there, with the fields changed here over it. Of the contacts, each is a field of its own. */
function withFields({ fields }: { fields: Field[] }, now: Value, mine: Value) {
  if (fields.some(({ kind }) => kind === 'contacts')) return mine;
  return fields.reduce((value, { path }) => withValueAt(value, path, valueAt(mine, path)), now);
}

function refusalOf(name: string, error: unknown): Refused {
  if (!isFailure(error)) return notReached;
  const within = error.faults.filter(({ field }) => field.startsWith(`${name}.`));
  if (within.length === 0) return whole(error.message, error.id === 'stale');
  return { faults: within.map(({ field, text }) => ({ field: field.slice(name.length + 1), text })), isStale: false };
}

function whole(text: string, isStale = false): Refused {
  return { faults: [{ field: '', text }], isStale };
}

function byName(groups: SettingsGroupValue[]) {
  return Object.fromEntries(groups.map((group) => [group.name, group]));
}

function without<Kept>(all: ByName<Kept>, name: string): ByName<Kept> {
  const { [name]: _, ...others } = all;
  return others;
}
