import type { Me } from '@mojian/contract/core/sessions';
import type { SocialLink } from '@mojian/contract/members/social';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { figures } from '../../../ui/figures.ts';
import { useLoaded } from '../../../ui/loading.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { FeedbackForm } from '../../community/feedback/feedback-form.tsx';
import { Toggle } from '../../core/forms/toggle.tsx';
import { AccountDialog, type AccountDialogName, type AccountProps } from './account-dialog.tsx';
import { linkSigns } from './links-dialog.tsx';
import './account.css';

/** The account's settings, below what else stands in the column. */
export function AccountColumn({ children, ...props }: AccountProps & { children?: React.ReactNode }) {
  const { me, calls } = props;
  const passkeys = useLoaded(`passkeys of ${me.id}`, calls.passkeys.list);
  const sessions = useLoaded(`sessions of ${me.id}`, calls.sessions.list);
  const links = useLoaded(`links of ${me.id}`, calls.social.list);
  const claimable = useLoaded(`claimable of ${me.id}`, calls.guests.claimable);
  const [opened, open] = useState<AccountDialogName>();
  return (
    <aside className="aside" aria-label="账号">
      {children}
      <Group title="账号" id="account" line="这一栏只有你看得见">
        <Entry words="邮箱" does={me.email ? '更换' : '添加'} open={() => open('email')}>
          {me.email ? maskEmail(me.email) : '还没有'}
        </Entry>
        <PasswordEntry me={me} open={() => open('password')} />
        <Entry words="通行密钥" does={passkeys.data?.length ? '管理' : '添加'} open={() => open('passkeys')}>
          {count(passkeys.data, '把')}
        </Entry>
        <Entry words="登录中的设备" does="查看" open={() => open('devices')}>
          {count(sessions.data, '台')}
        </Entry>
        <Entry words="程序访问" does="管理" open={() => open('keys')} />
        <Entry words="绑定" does={links.data?.length ? '管理' : '添加'} open={() => open('links')}>
          {links.data && links.data.length > 0 && <LinkIcons links={links.data} />}
        </Entry>
        <Entry words="拉黑的人" does="查看" open={() => open('blocked')} />
      </Group>
      <Group title="邮件与数据">
        <Preference {...props} name="mailOnReply" words="有人回复时发邮件给我" note={me.email ? '' : '要先有邮箱'} />
        <Preference {...props} name="mailOnArticle" words="有新文章写信给我" note={me.email ? '' : '要先有邮箱'} />
        <Preference {...props} name="showsCollects" words="收藏放在我的页上" />
        <Preference
          {...props}
          name="keepsCamera"
          words="照片留下拍摄参数"
          note="以后传的照片，看大图时可以看到相机、镜头、光圈、快门与日期；拍摄位置从来不留"
        />
        {claimable.data !== undefined && claimable.data.count > 0 && (
          <Entry words="从前写的文字" does="认领" open={() => open('claim')}>
            {figures(claimable.data.count)} 条
          </Entry>
        )}
        <Entry words="导出我的数据" does="打包" open={() => open('export')} />
        <Entry words="注销账号" does="注销" open={() => open('close')} />
      </Group>
      {me.role !== 'owner' && <FeedbackForm send={(body) => calls.feedback.send({ body })} />}
      {opened && (
        <AccountDialog
          name={opened}
          lists={{ passkeys, sessions, links, claimable }}
          close={() => open(undefined)}
          {...props}
        />
      )}
    </aside>
  );
}

type GroupProps = { title: string; id?: string; line?: string; children: React.ReactNode };

function Group({ title, id, line, children }: GroupProps) {
  return (
    <section id={id}>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      {line && (
        <p className="account-only dim">
          <Icon name="lock" />
          {line}
        </p>
      )}
      <ul className="account-list">{children}</ul>
    </section>
  );
}

type PasswordEntryProps = { me: Me; open: () => void };

/** A first password needs an e-mail to log in with. */
function PasswordEntry({ me: { email, hasPassword }, open }: PasswordEntryProps) {
  if (!email && !hasPassword)
    return (
      <li>
        密码
        <span className="dim">添加邮箱后可设置</span>
      </li>
    );
  return (
    <Entry words="密码" does={hasPassword ? '修改' : '设置'} open={open}>
      {!hasPassword && '还没有'}
    </Entry>
  );
}

function count(list: unknown[] | undefined, unit: string) {
  return list?.length ? `${list.length} ${unit}` : '';
}

type EntryProps = {
  words: string;
  /** Label of the button. */
  does: string;
  open: () => void;
  /** Present state. */
  children?: React.ReactNode;
};

/** A row of the account settings with its button. */
function Entry({ words, does, open, children }: EntryProps) {
  return (
    <li>
      {words}
      <span className="row">
        {children && <span className="dim">{children}</span>}
        <button className="account-link" type="button" onClick={open}>
          {does}
          <span className="visually-hidden">{words}</span>
        </button>
      </span>
    </li>
  );
}

/** Icons of the linked providers. */
function LinkIcons({ links }: { links: SocialLink[] }) {
  return links.map(({ provider }) => {
    const { words, icon } = linkSigns[provider];
    return (
      <span key={provider} title={words}>
        <Icon name={icon} />
        <span className="visually-hidden">{words}</span>
      </span>
    );
  });
}

/** he•••g@example.com: recognizable for its owner only. */
export function maskEmail(email: string) {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const [head, tail] = name.length > 3 ? [name.slice(0, 2), name.slice(-1)] : [name.slice(0, 1), []];
  return `${head.join('')}•••${tail.join('')}${email.slice(at)}`;
}

type PreferenceProps = {
  me: Me;
  calls: CallsOf<'accounts'>;
  keepMe: (me: Me) => void;
  name: 'mailOnReply' | 'mailOnArticle' | 'showsCollects' | 'keepsCamera';
  words: string;
  note?: string;
};

/** A switch; optimistic. */
function Preference({ me, calls, keepMe, name, words, note = '' }: PreferenceProps) {
  const { isBusy, send } = useSending();
  const toggle = async () => {
    if (isBusy) return;
    const wanted = { [name]: !me[name] };
    keepMe({ ...me, ...wanted });
    const done = await send(() => calls.accounts.changePreferences({ body: wanted }));
    if (done) toast('success', '修改成功');
    else keepMe(me);
  };
  return (
    <li>
      <span>
        <span id={`preference-${name}`}>{words}</span>
        {note && <span className="account-note">{note}</span>}
      </span>
      <Toggle isOn={me[name]} aria-labelledby={`preference-${name}`} onClick={toggle} />
    </li>
  );
}
