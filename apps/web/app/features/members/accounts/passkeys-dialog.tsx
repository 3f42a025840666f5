import type { Me } from '@mojian/contract/core/sessions';
import type { Passkey } from '@mojian/contract/members/passkeys';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask, CardDialog } from '../../../ui/card-dialog.tsx';
import { longDate, Moment } from '../../../ui/moment.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { usePasswordConfirmation, type WithPassword } from './confirm-password.tsx';

type Props = {
  me: Me;
  passkeys: Passkey[];
  change: (passkeys: Passkey[]) => void;
  calls: CallsOf<'accounts' | 'passkeys'>;
  close: () => void;
};

export function PasskeysDialog({ me, passkeys, change, calls, close }: Props) {
  const [leaving, setLeaving] = useState<Passkey>();
  const { isBusy, refusal, send } = useSending();
  const rename = (id: number, name: string) =>
    send(async () => {
      await calls.passkeys.rename({ body: { id, name } });
      change(passkeys.map((key) => (key.id === id ? { ...key, name } : key)));
      toast('success', '修改成功');
    });
  const remove = ({ id }: Passkey) => {
    setLeaving(undefined);
    return send(async () => {
      await calls.passkeys.remove({ query: { id } });
      change(passkeys.filter((key) => key.id !== id));
    });
  };
  return (
    <CardDialog title="通行密钥" line="用指纹、面容或设备的锁屏登录，不必记密码。" close={close} wide>
      {passkeys.length > 0 && (
        <ul className="account-entries">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isBusy={isBusy}
              rename={rename}
              remove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      )}
      {refusal && <p className="error">{refusal.message}</p>}
      <NewPasskey me={me} calls={calls} add={(passkey) => change([...passkeys, passkey])} />
      {leaving && (
        <Ask
          question={`删除「${leaving.name}」？`}
          about="删除之后，那台设备就不能再用它登录。"
          yes="删除"
          onYes={() => remove(leaving)}
          close={() => setLeaving(undefined)}
        />
      )}
    </CardDialog>
  );
}

type PasskeyRowProps = {
  passkey: Passkey;
  isBusy: boolean;
  rename: (id: number, name: string) => Promise<boolean>;
  remove: () => void;
};

/** A passkey: its name, editable in place, and its last use. */
function PasskeyRow({ passkey, isBusy, rename, remove }: PasskeyRowProps) {
  const { id, name } = passkey;
  const [isNaming, setNaming] = useState(false);
  const save = async (draft: string) => {
    if (draft === name || (await rename(id, draft))) setNaming(false);
  };
  if (isNaming)
    return (
      <li>
        <NewName present={name} isBusy={isBusy} save={save} cancel={() => setNaming(false)} />
      </li>
    );
  return (
    <li>
      <div>
        <b>{name}</b>
        <Use passkey={passkey} />
      </div>
      <span className="row">
        <button className="account-link" type="button" onClick={() => setNaming(true)}>
          改名<span className="visually-hidden">{name}</span>
        </button>
        <button className="account-link" type="button" onClick={remove}>
          删除<span className="visually-hidden">{name}</span>
        </button>
      </span>
    </li>
  );
}

function Use({ passkey: { createdAt, usedAt } }: { passkey: Passkey }) {
  return (
    <p className="meta">
      <span>{longDate(createdAt)}添加</span>
      {usedAt ? (
        <span>
          上次用于 <Moment at={usedAt} />
        </span>
      ) : (
        <span>还没用过</span>
      )}
    </p>
  );
}

type NameProps = { present: string; isBusy: boolean; save: (name: string) => void; cancel: () => void };

function NewName({ present, isBusy, save, cancel }: NameProps) {
  const [name, setName] = useState(present);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(name.trim());
  };
  return (
    <form className="account-rename" onSubmit={onSubmit}>
      <input
        className="input"
        aria-label="通行密钥的名字"
        value={name}
        maxLength={30}
        ref={focusOnce}
        onChange={({ target }) => setName(target.value)}
      />
      <button className="btn btn-sm" type="submit" aria-disabled={isBusy}>
        保存
      </button>
      <button className="btn quiet btn-sm" type="button" onClick={cancel}>
        取消
      </button>
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null) {
  input?.select();
}

type NewPasskeyProps = { me: Me; calls: CallsOf<'accounts' | 'passkeys'>; add: (passkey: Passkey) => void };

/** Creates a passkey under the device's name, which can be changed afterwards. */
function NewPasskey({ me, calls, add }: NewPasskeyProps) {
  const { confirmed: withPassword, passwordDialog: asking } = usePasswordConfirmation({ me, calls });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const create = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      add(await createPasskey(calls, withPassword));
      toast('success', '添加成功');
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const bar = barToPasskeys();
  if (bar) return <p className="sub">{bar}</p>;
  return (
    <>
      <p className="error" role="status">
        {problem}
      </p>
      <p className="card-dialog-actions">
        <button className="btn" type="button" onClick={create} aria-disabled={isBusy}>
          <Icon name="plus" />
          {isBusy ? '请按设备提示操作…' : '在这台设备上添加'}
        </button>
      </p>
      {asking}
    </>
  );
}

/** Why no passkey can be created at this address or in this browser; undefined where one can. */
function barToPasskeys() {
  if (!isSecureContext) return '网址以 https:// 开头时才能用通行密钥。';
  if (/^[\d.]+$|^\[/.test(location.hostname)) return '网址是一串数字时不能用通行密钥，请用域名打开本站。';
  return 'PublicKeyCredential' in globalThis ? undefined : '这个浏览器不支持通行密钥。';
}

async function createPasskey({ passkeys }: NewPasskeyProps['calls'], withPassword: WithPassword) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    withPassword(passkeys.creationOptions),
  ]);
  const response = await startRegistration({ optionsJSON: options as never });
  return passkeys.create({ body: { name: deviceName(navigator.userAgent), response: { ...response } } });
}

/** Browsers do not distinguish "cancelled" from "timed out". */
function errorText(error: unknown) {
  if (isFailure(error)) return error.message;
  const { name } = error as Error;
  if (name === 'InvalidStateError') return '这台设备上已经有一把了';
  if (name === 'NotAllowedError' || name === 'AbortError') return '没有添加：已取消或超时';
  return '这台设备无法创建通行密钥';
}

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓设备'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux 电脑'],
];

/** Default name of a new passkey. */
function deviceName(agent: string) {
  return systems.find(([mark]) => mark.test(agent))?.[1] ?? '这台设备';
}
