import type { Role } from '@mojian/contract/core/permissions';
import { Icon } from '@mojian/ui/icon';
import { roleWords } from '../../members/members/user-words.ts';
import './notice-preview.css';

export type Fields = {
  whom: 'all' | 'role' | 'one';
  nickname?: string;
  role?: Role;
  title?: string;
  text?: string;
  link?: string;
};
export type Audience = { count: number; to: { id: number; nickname: string } | null };

/** What has to be right before it can be looked at, as a form takes it. */
export function faultsIn(fields: Fields) {
  const needed = { ...(fields.whom === 'one' && { nickname: '请输入昵称' }), title: '请输入标题', text: '请输入内容' };
  const missing = Object.entries(needed).filter(([name]) => (fields[name as 'title'] ?? '').trim() === '');
  const isPath = /^\s*(\/(?![/\\]).*)?$/.test(fields.link ?? '');
  const wrong = isPath ? missing : [...missing, ['link', '请输入本站的地址，如 /article/1']];
  return wrong.map(([name, words]) => ({ name: name as 'title', errors: [words ?? ''] }));
}

/** A notice as its readers find it, and how many they are. */
export function NoticePreview({ fields: { whom, role, title, text, link }, audience }: Props) {
  const { count, to } = audience;
  const who = whom === 'role' && role ? `${roleWords[role]}：` : '';
  return (
    <>
      <p>
        {to ? `只有${to.nickname}会收到。` : `${who}${count} 人会收到。`}
        {count > 0 && '半分钟后发送，在那之前可以撤回。'}
      </p>
      <div className="notice-preview">
        <span className="notice-bell">
          <Icon name="bell" />
        </span>
        <div>
          <p>
            <b>系统</b> {title} <span className="quiet">刚刚</span>
          </p>
          <blockquote>{text}</blockquote>
        </div>
      </div>
      {link && <p className="quiet">点击后打开 {link}</p>}
    </>
  );
}

type Props = { fields: Fields; audience: Audience };
