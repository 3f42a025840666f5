import type { Me, Session } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Claimable } from '@mojian/contract/members/guests';
import type { Passkey } from '@mojian/contract/members/passkeys';
import type { SocialLink } from '@mojian/contract/members/social';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import type { KeyCalls } from '../../../api/key-calls.ts';
import { Ask, CardDialog } from '../../../ui/card-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import type { useLoaded } from '../../../ui/loading.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { BlockedDialog } from './blocked-dialog.tsx';
import { ClaimDialog, nothingToClaim } from './claim-dialog.tsx';
import { EmailDialog, PasswordDialog } from './email-and-password.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { LinksDialog, wayWords } from './links-dialog.tsx';
import { PasskeysDialog } from './passkeys-dialog.tsx';

export type AccountProps = {
  me: Me;
  site: SiteInfo;
  calls: CallsOf<
    'accounts' | 'blocks' | 'captcha' | 'exports' | 'feedback' | 'guests' | 'passkeys' | 'sessions' | 'social'
  >;
  keys: KeyCalls;
  /** Stores changes of the member. */
  keepMe: (me: Me) => void;
  /** Navigates to another site, which returns the member here. */
  leaveFor: (address: string) => void;
  /** Called after the account is closed and the session is over. */
  onClosed: () => void;
};

export type AccountDialogName =
  | 'blocked'
  | 'email'
  | 'password'
  | 'keys'
  | 'passkeys'
  | 'devices'
  | 'links'
  | 'export'
  | 'claim'
  | 'close';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

type Loaded<Data> = ReturnType<typeof useLoaded<Data>>;

type Props = AccountProps & {
  name: AccountDialogName;
  lists: { passkeys: Loaded<Passkey[]>; sessions: Loaded<Session[]>; links: Loaded<SocialLink[]> } & {
    claimable: Loaded<Claimable>;
  };
  close: () => void;
};

export function AccountDialog({ name, lists: { passkeys, sessions, links, claimable }, ...props }: Props) {
  const { close } = props;
  switch (name) {
    case 'blocked':
      return <BlockedDialog {...props} />;
    case 'email':
      return <EmailDialog {...props} />;
    case 'keys':
      return (
        <Suspense>
          <KeysDialog {...props} />
        </Suspense>
      );
    case 'password':
      return <PasswordDialog {...props} onChanged={sessions.again} />;
    case 'export':
      return <ExportDialog {...props} />;
    case 'claim':
      return <ClaimDialog {...props} claimable={claimable.data ?? nothingToClaim} change={claimable.change} />;
    case 'close':
      return <CloseDialog {...props} />;
    case 'passkeys':
      if (!passkeys.data) return <Missing title="通行密钥" list={passkeys} close={close} />;
      return <PasskeysDialog {...props} passkeys={passkeys.data} change={passkeys.change} />;
    case 'devices':
      if (!sessions.data) return <Missing title="登录中的设备" list={sessions} close={close} />;
      return <DevicesDialog {...props} sessions={sessions.data} change={sessions.change} />;
    case 'links':
      if (!links.data) return <Missing title="绑定" list={links} close={close} />;
      return <LinksDialog {...props} links={links.data} change={links.change} />;
  }
}

type MissingProps = { title: string; list: Pick<Loaded<unknown>, 'failed' | 'again'>; close: () => void };

/** Load state of the dialog's list. */
function Missing({ title, list: { failed, again }, close }: MissingProps) {
  return (
    <CardDialog title={title} line={failed ? '加载失败，请稍后再试。' : '正在加载…'} close={close}>
      {failed && (
        <p className="card-dialog-actions">
          <button className="btn" type="button" onClick={again}>
            重试
          </button>
        </p>
      )}
    </CardDialog>
  );
}

type Writings = 'keep' | 'remove';

type CloseDialogProps = {
  me: Me;
  calls: CallsOf<'accounts'>;
  onClosed: () => void;
  close: () => void;
};

const choices: { value: Writings; words: string; about: string }[] = [
  { value: 'keep', words: '保留文字', about: '文章、说说与评论还在，署名改为「已注销用户」' },
  { value: 'remove', words: '一并删除', about: '写过的都删除，不能恢复' },
];

/** Closes the account, which can be undone for two weeks. */
function CloseDialog({ me, calls, onClosed, close }: CloseDialogProps) {
  const [writings, setWritings] = useState<Writings>('keep');
  const [password, setPassword] = useState('');
  const { isBusy, refusal, send } = useSending();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(() => calls.accounts.close({ body: { password, writings } }))) onClosed();
  };
  return (
    <CardDialog title="注销账号" close={close}>
      <p className="sub">
        注销之后所有设备都会退出。14 天之内再登录一次，账号就原样回来；过了 14 天，账号与资料永远删除。
      </p>
      <form onSubmit={onSubmit} noValidate>
        <Choice writings={writings} choose={setWritings} />
        {me.hasPassword && (
          <Field
            name="password"
            label="现在的密码"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            refusal={refusal}
          />
        )}
        {refusal && !(me.hasPassword && refusal.field === 'password') && <p className="error">{refusal.message}</p>}
        <p className="card-dialog-actions">
          <button className="btn" type="button" onClick={close}>
            取消
          </button>
          <button className="btn btn-seal" type="submit" aria-disabled={isBusy}>
            {isBusy ? '请稍候…' : '注销账号'}
          </button>
        </p>
      </form>
    </CardDialog>
  );
}

function Choice({ writings, choose }: { writings: Writings; choose: (writings: Writings) => void }) {
  return (
    <fieldset className="account-choices stack gap-1">
      <legend className="sub">写过的文字</legend>
      {choices.map(({ value, words, about }) => (
        <label key={value}>
          <input
            type="radio"
            name="writings"
            value={value}
            checked={value === writings}
            onChange={() => choose(value)}
          />
          <span>
            <b>{words}</b>
            <span className="dim">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type DevicesDialogProps = {
  sessions: Session[];
  /** Called with the remaining sessions. */
  change: (sessions: Session[]) => void;
  calls: CallsOf<'sessions'>;
  close: () => void;
};

/** Sessions of the member; others than the present can be revoked. */
function DevicesDialog({ sessions, change, calls, close }: DevicesDialogProps) {
  const { isBusy, refusal, send } = useSending();
  const [asks, setAsks] = useState(false);
  const revoke = (id: number) =>
    send(async () => {
      await calls.sessions.revoke({ query: { id } });
      change(sessions.filter((session) => session.id !== id));
    });
  const revokeOthers = () => {
    setAsks(false);
    return send(async () => {
      await calls.sessions.revokeOthers();
      change(sessions.filter(({ current }) => current));
    });
  };
  return (
    <CardDialog title="登录中的设备" line="有不认识的设备，请让它退出登录，并修改密码。" close={close} wide>
      <ul className="account-entries">
        {thisFirst(sessions).map((session) => (
          <Device key={session.id} session={session} isBusy={isBusy} revoke={revoke} />
        ))}
      </ul>
      {refusal && <p className="error">{refusal.message}</p>}
      {sessions.length > 1 && (
        <p className="card-dialog-actions">
          <button className="btn" type="button" onClick={() => setAsks(true)} aria-disabled={isBusy}>
            退出其他所有设备
          </button>
        </p>
      )}
      {asks && (
        <Ask
          question="让其他设备都退出？"
          about={`除了这一台，另外 ${sessions.length - 1} 台都要重新登录。`}
          yes="全部退出"
          onYes={revokeOthers}
          close={() => setAsks(false)}
        />
      )}
    </CardDialog>
  );
}

function thisFirst(sessions: Session[]) {
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

type DeviceProps = { session: Session; isBusy: boolean; revoke: (id: number) => void };

function Device({ session: { id, device, place, way, current, usedAt }, isBusy, revoke }: DeviceProps) {
  const name = device || '未知设备';
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="meta">
          {place && <span>{place}</span>}
          <span>{wayWords[way]}</span>
          <Moment at={usedAt} />
        </p>
      </div>
      {current ? (
        <span className="badge badge-celadon">本机</span>
      ) : (
        <button className="btn btn-sm" type="button" onClick={() => revoke(id)} aria-disabled={isBusy}>
          退出<span className="visually-hidden">{name}</span>
        </button>
      )}
    </li>
  );
}
