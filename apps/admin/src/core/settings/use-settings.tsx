import type { SettingsGroupValue } from '@mojian/contract/core/settings';
import type { Field, Value } from '@mojian/contract/core/settings-fields/field';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { Failure, type Fault, isFailure } from '@mojian/contract/platform/failures';
import { App, Input } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { changedFields, valueAt, withValueAt } from './fields.ts';

/** Why a group was not saved. `faults` name fields within it, '' for the whole; `isStale`: somebody else saved it. */
export type SaveRefusal = { faults: Fault[]; isStale: boolean };

type ByName<Kept> = Record<string, Kept>;

/** What stands on the server, what is typed over it here, and why what was sent was refused. */
export function useSettings(initial: SettingsGroupValue[]) {
  const [saved, setSaved] = useState<ByName<SettingsGroupValue>>(() => byName(initial));
  const [drafts, setDrafts] = useState<ByName<Value>>({});
  const [refused, setRefused] = useState<ByName<SaveRefusal>>({});
  const [isSaving, setSaving] = useState(false);
  const askPassword = useAskPassword();

  const savedOf = (name: string): Value => saved[name]?.value ?? {};
  const currentOf = (name: string): Value => drafts[name] ?? savedOf(name);
  const changed = changedGroups(savedOf, currentOf);

  const forget = (name: string) => {
    setDrafts((before) => omit(before, name));
    setRefused((before) => omit(before, name));
  };

  const saveOne = async (name: string, confirmed: SendWithPassword) => {
    const value = currentOf(name);
    const body = { name, value, version: saved[name]?.version ?? '' };
    try {
      const now = await confirmed((password) => api.settings.save({ body: { ...body, password } }));
      setSaved((before) => ({ ...before, [name]: now }));
      // what was typed while it was on its way stays
      setDrafts((before) => (before[name] === value ? omit(before, name) : before));
      setRefused((before) => omit(before, name));
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
      const confirmed = withPassword(askPassword);
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
      setRefused((before) => omit(before, name));
      setDrafts((before) => (draft ? { ...before, [name]: draft } : omit(before, name)));
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

const notReached = groupRefusal('提交失败，请检查网络');

async function findGroup(name: string) {
  const groups = await api.settings.list().catch(() => []);
  return groups.find((one) => one.name === name);
}

/** What stands there, with the fields changed here over it. Of the contacts, each is a field of its own. */
function withFields({ fields }: { fields: Field[] }, now: Value, mine: Value) {
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

/** The password as it was typed, or nothing when they thought better of it. `fault`: why it is asked again. */
type AskPassword = (fault: string) => Promise<string | undefined>;

/** Sends something with the password, '' until one was needed. */
type SendWithPassword = <Result>(send: (password: string) => Promise<Result>) => Promise<Result>;

/**
 * Sends what may need the password again, and asks for it only then: once for all that is sent, and anew for a wrong one.
 * What is sent throws not-allowed when no password was given.
 */
function withPassword(ask: AskPassword): SendWithPassword {
  let password = '';
  return async function confirmed(send) {
    try {
      return await send(password);
    } catch (error) {
      if (!isFailure(error) || error.field !== 'password') throw error;
      const typed = await ask(error.id === 'wrong-login' ? error.message : '');
      if (typed === undefined) throw new Failure('not-allowed', '没有确认密码，这一组还没有保存');
      password = typed;
      return confirmed(send);
    }
  };
}

/** A dialog that asks whoever is here for their own password. */
function useAskPassword(): AskPassword {
  const { modal } = App.useApp();
  return (fault) =>
    new Promise((resolve) => {
      let typed = '';
      let isGiven = false;
      const asked = modal.confirm({
        title: '请再输入一次你的密码',
        icon: null,
        content: (
          <PasswordField
            fault={fault}
            onType={(text) => {
              typed = text;
            }}
            onEnter={() => {
              isGiven = true;
              asked.destroy();
            }}
          />
        ),
        okText: '确认',
        cancelText: '取消',
        onOk: () => {
          isGiven = true;
        },
        // once it is gone: asked anew, there are never two
        afterClose: () => resolve(isGiven ? typed : undefined),
      });
    });
}

type PasswordFieldProps = { fault: string; onType: (text: string) => void; onEnter: () => void };

function PasswordField({ fault, onType, onEnter }: PasswordFieldProps) {
  const [text, setText] = useState('');
  return (
    <div className="ask-password">
      <p>这项设置管着登录与备份，要确认是你本人；每位站长都会收到通知。</p>
      <Input.Password
        aria-label="现在的密码"
        autoComplete="current-password"
        autoFocus
        value={text}
        {...(fault && { status: 'error' as const })}
        onChange={(event) => {
          setText(event.target.value);
          onType(event.target.value);
        }}
        onPressEnter={onEnter}
      />
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
