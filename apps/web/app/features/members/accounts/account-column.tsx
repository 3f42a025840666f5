import { useState } from 'react';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { FeedbackForm } from '../../community/feedback/feedback-form.tsx';
import { AccountDialog, type AccountDialogName } from './account-dialog.tsx';
import type { AccountProps } from './account-props.ts';
import { Entry } from './entry.tsx';
import { LinkIcons } from './link-icons.tsx';
import { MailPreference } from './mail-preference.tsx';
import { maskEmail } from './mask-email.ts';
import './account.css';

/** The member's own account: ways in, devices, mail, data. */
export function AccountColumn(props: AccountProps) {
  const { me, calls } = props;
  const passkeys = useLoaded(`passkeys of ${me.id}`, calls.passkeys.list);
  const sessions = useLoaded(`sessions of ${me.id}`, calls.sessions.list);
  const links = useLoaded(`links of ${me.id}`, calls.social.list);
  const [opened, open] = useState<AccountDialogName>();
  return (
    <aside className="aside account" id="account" aria-label="账号">
      <Group title="账号">
        <Entry words="邮箱" does={me.email ? '更换' : '添加'} open={() => open('email')}>
          {me.email ? maskEmail(me.email) : '还没有'}
        </Entry>
        <Entry words="密码" does={me.hasPassword ? '修改' : '设置'} open={() => open('password')}>
          {!me.hasPassword && '还没有'}
        </Entry>
        <Entry words="通行密钥" does={passkeys.data?.length ? '管理' : '添加'} open={() => open('passkeys')}>
          {count(passkeys.data, '把')}
        </Entry>
        <Entry words="登录中的设备" does="查看" open={() => open('devices')}>
          {count(sessions.data, '台')}
        </Entry>
        <Entry words="绑定" does={links.data?.length ? '管理' : '添加'} open={() => open('links')}>
          {links.data && links.data.length > 0 && <LinkIcons links={links.data} />}
        </Entry>
      </Group>
      <Group title="邮件与数据">
        <MailPreference {...props} />
        <Entry words="导出我的数据" does="打包" open={() => open('export')} />
        <Entry words="注销账号" does="注销" open={() => open('close')} />
      </Group>
      {me.role !== 'owner' && <FeedbackForm send={(body) => calls.feedback.send({ body })} />}
      {opened && (
        <AccountDialog name={opened} lists={{ passkeys, sessions, links }} close={() => open(undefined)} {...props} />
      )}
    </aside>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <div className="sec">
        <h2>{title}</h2>
      </div>
      <ul className="kv">{children}</ul>
    </section>
  );
}

function count(list: unknown[] | undefined, unit: string) {
  return list?.length ? `${list.length} ${unit}` : '';
}
