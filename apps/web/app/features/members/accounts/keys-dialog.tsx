import type { AccessKey } from '@mojian/contract/core/access-keys';
import type { Me } from '@mojian/contract/core/sessions';
import { type KeyScope, keyScopeNames, keyScopes } from '@mojian/contract/platform/key-scopes';
import { type FormEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import type { KeyCalls } from '../../../api/key-calls.ts';
import { Ask, CardDialog } from '../../../ui/card-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useLoaded } from '../../../ui/loading.ts';
import { longDate, Moment } from '../../../ui/moment.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { usePasswordConfirmation } from './confirm-password.tsx';
import './keys-dialog.css';

type Props = { me: Me; calls: CallsOf<'accounts'>; keys: KeyCalls; close: () => void };

/** The member's keys for programs; a new one is shown until they say that it is stored. */
export function KeysDialog({ me, calls, keys, close }: Props) {
  const list = useLoaded(`keys of ${me.id}`, keys.list);
  const [made, setMade] = useState<MadeKey>();
  const [isMaking, setMaking] = useState(false);
  const done = (added?: MadeKey) => {
    setMaking(false);
    setMade(added);
    if (added) void list.again();
  };
  return (
    <CardDialog
      title="程序访问"
      line="让别的程序替你写、替你读。每把钥匙只能做你勾的事，删不了东西，改不了设置。"
      close={close}
      mayClose={() => made === undefined}
      wide
    >
      {made && <Made made={made} store={() => setMade(undefined)} />}
      {!isMaking && <Rows list={list} keys={keys} />}
      {isMaking ? (
        <NewKey me={me} calls={calls} keys={keys} done={done} />
      ) : (
        <p className="card-dialog-actions">
          <button className="btn" type="button" onClick={() => setMaking(true)} disabled={made !== undefined}>
            新钥匙
          </button>
        </p>
      )}
    </CardDialog>
  );
}

type RowsProps = { list: ReturnType<typeof useLoaded<AccessKey[]>>; keys: KeyCalls };

function Rows({ list: { data, failed, again }, keys }: RowsProps) {
  const [leaving, setLeaving] = useState<AccessKey>();
  const { isBusy, refusal, send } = useSending();
  const revoke = ({ id }: AccessKey) => {
    setLeaving(undefined);
    return send(async () => {
      await keys.revoke({ query: { id } });
      toast('success', '已停用');
      await again();
    });
  };
  if (failed && !data) return <p className="error">加载失败，请稍后再试。</p>;
  if (!data?.length) return <p className="sub">{data ? '还没有钥匙。' : '正在加载…'}</p>;
  return (
    <>
      <ul className="account-entries">
        {data.map((row) => (
          <Row key={row.id} row={row} isBusy={isBusy} revoke={() => setLeaving(row)} />
        ))}
      </ul>
      {refusal && <p className="error">{refusal.message}</p>}
      {leaving && (
        <Ask
          question={`停用「${leaving.name}」？`}
          about="用它的程序马上就连不上了。丢了钥匙也这样做，再做一把。"
          yes="停用"
          onYes={() => revoke(leaving)}
          close={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

type MadeKey = { name: string; key: string };

function Made({ made, store }: { made: MadeKey; store: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(made.key).then(
      () => toast('success', '复制成功'),
      () => toast('error', '浏览器不让复制，请选中后自己复制'),
    );
  return (
    <section className="keys-dialog-made" aria-label="新钥匙">
      <p>
        <b>「{made.name}」的钥匙做好了</b>
        <span>只显示这一次</span>
      </p>
      <code>{made.key}</code>
      <p className="row row-wrap">
        <button className="btn btn-sm" type="button" onClick={copy}>
          复制
        </button>
        <button className="btn btn-sm btn-seal" type="button" onClick={store}>
          我存好了
        </button>
      </p>
    </section>
  );
}

const states = { active: '', expired: '到期了', revoked: '停用了' };

function Row({ row, isBusy, revoke }: { row: AccessKey; isBusy: boolean; revoke: () => void }) {
  const { name, start, scopes, expiresAt, usedAt, place, isNewPlace, state } = row;
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="meta">
          <code>{start}…</code>
          <span>{scopes.map((scope) => keyScopes[scope].title).join('、')}</span>
          <span>{states[state] || (expiresAt ? `${longDate(expiresAt)}到期` : '不到期')}</span>
          {usedAt ? (
            <span>
              <Moment at={usedAt} />
              用过{place && `，在${place}`}
              {isNewPlace && '，第一次从这里来'}
            </span>
          ) : (
            <span>还没用过</span>
          )}
        </p>
      </div>
      {state === 'active' && (
        <button className="btn btn-sm" type="button" onClick={revoke} aria-disabled={isBusy}>
          停用<span className="visually-hidden">{name}</span>
        </button>
      )}
    </li>
  );
}

const terms = [
  ['90', '三个月'],
  ['365', '一年'],
  ['', '不到期'],
] as const;

type NewKeyProps = Omit<Props, 'close'> & { done: (made?: MadeKey) => void };

function NewKey({ me, calls, keys, done }: NewKeyProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>(['read']);
  const [days, setDays] = useState('365');
  const { isBusy, refusal, send } = useSending();
  const { confirmed, passwordDialog } = usePasswordConfirmation({ me, calls });
  // the staff's work; members may not do it by hand either
  const offered = keyScopeNames.filter((scope) => scope !== 'moderate' || me.office);
  const turn = (scope: KeyScope) =>
    setScopes((chosen) => (chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name, scopes, days: days === '' ? null : Number(days) };
    void send(async () => done(await confirmed(() => keys.add({ body }))));
  };
  return (
    <>
      <form className="keys-dialog-form" onSubmit={submit} noValidate>
        <Field
          name="name"
          label="给谁用"
          placeholder="快捷指令、Obsidian……"
          value={name}
          onChange={setName}
          refusal={refusal}
        />
        <fieldset className="account-choices">
          <legend className="sub">能做什么</legend>
          {offered.map((scope) => (
            <label key={scope}>
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => turn(scope)} />
              <span>
                <b>{keyScopes[scope].title}</b>
                <span className="dim">{keyScopes[scope].about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Terms days={days} choose={setDays} />
        {refusal && refusal.field !== 'name' && <p className="error">{refusal.message}</p>}
        <p className="card-dialog-actions">
          <button className="btn" type="button" onClick={() => done()}>
            取消
          </button>
          <button className="btn btn-seal" type="submit" aria-disabled={isBusy}>
            做一把
          </button>
        </p>
      </form>
      {passwordDialog}
    </>
  );
}

function Terms({ days, choose }: { days: string; choose: (days: string) => void }) {
  return (
    <fieldset className="account-choices keys-dialog-terms">
      <legend className="sub">多久到期</legend>
      {terms.map(([value, words]) => (
        <label key={words}>
          <input type="radio" name="days" checked={days === value} onChange={() => choose(value)} />
          <b>{words}</b>
        </label>
      ))}
    </fieldset>
  );
}
