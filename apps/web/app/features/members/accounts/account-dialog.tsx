import type { Me, Session } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Passkey } from '@mojian/contract/members/passkeys';
import type { SocialLink } from '@mojian/contract/members/social';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import type { useLoaded } from '../../../ui/use-loaded.ts';
import { CloseDialog } from './close-dialog.tsx';
import { DevicesDialog } from './devices-dialog.tsx';
import { EmailDialog, PasswordDialog } from './email-and-password.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { LinksDialog } from './links-dialog.tsx';
import { PasskeysDialog } from './passkeys-dialog.tsx';

export type AccountProps = {
  me: Me;
  site: SiteInfo;
  calls: CallsOf<'accounts' | 'captcha' | 'exports' | 'feedback' | 'passkeys' | 'sessions' | 'social'>;
  /** Stores changes of the member. */
  keepMe: (me: Me) => void;
  /** Navigates to another site, which returns the member here. */
  leaveFor: (address: string) => void;
  /** Called after the account is closed and the session is over. */
  onClosed: () => void;
};

export type AccountDialogName = 'email' | 'password' | 'passkeys' | 'devices' | 'links' | 'export' | 'close';

type Loaded<Data> = ReturnType<typeof useLoaded<Data>>;

type Props = AccountProps & {
  name: AccountDialogName;
  lists: { passkeys: Loaded<Passkey[]>; sessions: Loaded<Session[]>; links: Loaded<SocialLink[]> };
  close: () => void;
};

export function AccountDialog({ name, lists: { passkeys, sessions, links }, ...props }: Props) {
  const { close } = props;
  switch (name) {
    case 'email':
      return <EmailDialog {...props} />;
    case 'password':
      return <PasswordDialog {...props} onChanged={sessions.again} />;
    case 'export':
      return <ExportDialog {...props} />;
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
        <p className="does">
          <button className="btn" type="button" onClick={again}>
            重试
          </button>
        </p>
      )}
    </CardDialog>
  );
}
