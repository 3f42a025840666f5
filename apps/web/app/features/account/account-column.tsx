import type { Me } from '@mojian/contract/me';
import type { SiteInfo } from '@mojian/contract/site';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { FeedbackForm } from '../feedback/feedback-form.tsx';
import { AccountDialog, type AccountDialogName } from './account-dialog.tsx';
import type { CallsOf } from './calls.ts';
import { MailPreference } from './mail-preference.tsx';
import { maskEmail } from './mask-email.ts';
import { linkSigns } from './ways.ts';
import './account.css';

export type AccountCalls = CallsOf<
  'accounts' | 'captcha' | 'exports' | 'feedback' | 'passkeys' | 'sessions' | 'social'
>;

export type AccountProps = {
  me: Me;
  site: SiteInfo;
  calls: AccountCalls;
  /** Remembers what is now true of the member. */
  keepMe: (me: Me) => void;
  leaveFor: (address: string) => void;
  onClosed: () => void;
};

/** The member's own account: ways in, devices, mail, data. */
export function AccountColumn(props: AccountProps) {
  const { me, calls } = props;
  const lists = {
    passkeys: useLoaded(`passkeys of ${me.id}`, calls.passkeys.list),
    sessions: useLoaded(`sessions of ${me.id}`, calls.sessions.list),
    links: useLoaded(`links of ${me.id}`, calls.social.list),
  };
  const [opened, setOpened] = useState<AccountDialogName>();
  const { passkeys, sessions, links } = lists;
  const entry = (name: AccountDialogName, words: string, does: string, state?: React.ReactNode) => (
    <Entry words={words} does={does} open={() => setOpened(name)}>
      {state}
    </Entry>
  );
  return (
    <aside className="aside account" id="account" aria-label="账号">
      <section>
        <div className="sec">
          <h2>账号</h2>
        </div>
        <ul className="kv">
          {entry('email', '邮箱', me.email ? '更换' : '添加', me.email ? maskEmail(me.email) : '还没有')}
          {entry('password', '密码', me.hasPassword ? '修改' : '设置', me.hasPassword ? '' : '还没有')}
          {entry('passkeys', '通行密钥', passkeys.data?.length ? '管理' : '添加', count(passkeys.data, '把'))}
          {entry('devices', '登录中的设备', '查看', count(sessions.data, '台'))}
          {entry(
            'links',
            '绑定',
            links.data?.length ? '管理' : '添加',
            links.data?.map(({ provider }) => (
              <span key={provider} title={linkSigns[provider].words}>
                <Icon name={linkSigns[provider].icon} />
                <span className="vh">{linkSigns[provider].words}</span>
              </span>
            )),
          )}
        </ul>
      </section>
      <section>
        <div className="sec">
          <h2>信与数据</h2>
        </div>
        <ul className="kv">
          <MailPreference {...props} />
          {entry('export', '导出我的数据', '打包')}
          {entry('close', '注销账号', '注销')}
        </ul>
      </section>
      <FeedbackForm send={(body) => calls.feedback.send({ body })} />
      {opened && <AccountDialog name={opened} lists={lists} close={() => setOpened(undefined)} {...props} />}
    </aside>
  );
}

type EntryProps = { words: string; does: string; open: () => void; children: React.ReactNode };

function Entry({ words, does, open, children }: EntryProps) {
  return (
    <li>
      {words}
      <span className="row">
        {children && <span className="dim">{children}</span>}
        <button className="link-b" type="button" onClick={open}>
          {does}
          <span className="vh">{words}</span>
        </button>
      </span>
    </li>
  );
}

function count(list: unknown[] | undefined, unit: string) {
  return list?.length ? `${list.length} ${unit}` : '';
}
