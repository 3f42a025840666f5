import type { SettingsGroupValue } from '@mojian/contract/core/settings';
import type { Field, Value } from '@mojian/contract/core/settings-fields/field';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { type Fault, isFailure } from '@mojian/contract/platform/failures';
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { changedSettings, valueAt, withValueAt } from './fields.ts';

/** `faults` name fields within the group, '' for the whole; `isStale`: somebody else saved it meanwhile. */
export type SaveRefusal = { faults: Fault[]; isStale: boolean };

type ByName<Kept> = Record<string, Kept>;

/** Holds the saved settings, the unsaved edits over them and the refusals of the last save. */
export function useSettingsEdits(initial: SettingsGroupValue[]) {
  const { saved, drafts, refused, accept, edit, discard, refuse } = useGroupStates(initial);
  const [isSaving, setSaving] = useState(false);

  const savedOf = (name: string): Value => saved[name]?.value ?? {};
  const currentOf = (name: string): Value => drafts[name] ?? savedOf(name);
  const changed = changedGroups(savedOf, currentOf);

  const saveOne = async (name: string) => {
    const value = currentOf(name);
    try {
      const now = await api.settings.save({ body: { name, value, version: saved[name]?.version ?? '' } });
      // edits made while saving stay
      accept(name, now, (draft) => (draft === value ? undefined : draft));
      return true;
    } catch (error) {
      refuse(name, refusalOf(name, error));
      return false;
    }
  };
  /** Saves each changed group by itself, one after another, and returns the titles of the refused ones. */
  const save = async () => {
    setSaving(true);
    const unsaved: string[] = [];
    for (const { group } of changed) if (!(await saveOne(group.name))) unsaved.push(group.title);
    setSaving(false);
    return unsaved;
  };
  /** Takes what somebody else saved; own edits stay over it with `keep`, else they are dropped. */
  const catchUp = async (name: string, { keep }: { keep: boolean }) => {
    const now = await findGroup(name);
    const group = allGroups.find((one) => one.name === name);
    if (!now || !group) return refuse(name, notReached);
    // the draft of this moment: typing goes on while the group is fetched
    accept(name, now, (draft) =>
      keep && draft ? withFields(changedSettings(group, savedOf(name), draft), now.value, draft) : undefined,
    );
  };
  const forget = (names: string[]) => names.forEach(discard);
  return { savedOf, currentOf, refused, changed, isSaving, change: edit, forget, save, catchUp };
}

function useGroupStates(initial: SettingsGroupValue[]) {
  const [saved, setSaved] = useState<ByName<SettingsGroupValue>>(() => byName(initial));
  const [drafts, setDrafts] = useState<ByName<Value>>({});
  const [refused, setRefused] = useState<ByName<SaveRefusal>>({});
  const refuse = (name: string, refusal: SaveRefusal) => setRefused((before) => ({ ...before, [name]: refusal }));
  const edit = (name: string, value: Value) => setDrafts((before) => ({ ...before, [name]: value }));
  const discard = (name: string) => {
    setDrafts((before) => omit(before, name));
    setRefused((before) => omit(before, name));
  };
  /** Stores what the server holds; `rebase` says what stays of the draft. */
  const accept = (name: string, now: SettingsGroupValue, rebase: (draft?: Value) => Value | undefined) => {
    setSaved((before) => ({ ...before, [name]: now }));
    setDrafts((before) => {
      const draft = rebase(before[name]);
      return draft ? { ...before, [name]: draft } : omit(before, name);
    });
    setRefused((before) => omit(before, name));
  };
  return { saved, drafts, refused, accept, edit, discard, refuse };
}

function changedGroups(savedOf: (name: string) => Value, currentOf: (name: string) => Value) {
  const all = allGroups.map((group) => ({
    group,
    fields: changedSettings(group, savedOf(group.name), currentOf(group.name)),
  }));
  return all.filter(({ fields }) => fields.length > 0);
}

const notReached = groupRefusal('提交失败，请检查网络');

async function findGroup(name: string) {
  const groups = await api.settings.list().catch(() => []);
  return groups.find((one) => one.name === name);
}

/** Puts edited fields over the latest value; contacts count as one field. */
function withFields(fields: Field[], now: Value, mine: Value) {
  if (fields.some(({ kind }) => kind === 'contacts')) return mine;
  return fields.reduce((value, { path }) => withValueAt(value, path, valueAt(mine, path)), now);
}

function refusalOf(name: string, error: unknown): SaveRefusal {
  if (!isFailure(error)) return notReached;
  const within = error.faults.filter(({ field }) => field.startsWith(`${name}.`));
  if (within.length === 0) return groupRefusal(error.message, error.id === 'stale');
  return { faults: within.map(({ field, text }) => ({ field: field.slice(name.length + 1), text })), isStale: false };
}

function groupRefusal(text: string, isStale = false): SaveRefusal {
  return { faults: [{ field: '', text }], isStale };
}

function byName(groups: SettingsGroupValue[]) {
  return Object.fromEntries(groups.map((group) => [group.name, group]));
}

function omit<Kept>(all: ByName<Kept>, name: string): ByName<Kept> {
  const { [name]: _, ...others } = all;
  return others;
}

/** Asks before leaving with unsaved changes, by navigation or by closing the window. */
export function useUnsavedGuard(isUnsaved: boolean) {
  const { modal } = App.useApp();
  const blocker = useBlocker(
    // a jump to another setting stays on the page
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modal.confirm({
      title: '有改动没有保存',
      content: '离开之后，这些改动会丢失。',
      okText: '离开',
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  }, [blocker, modal]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
