import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Button } from 'antd';
import { api } from '../../platform/http-api.ts';
import { When } from '../../platform/when.tsx';
import { useAct } from './use-act.ts';
import { wayWords } from './user-words.ts';

type Personal = NonNullable<MemberDetail['personal']>;
type Props = { member: MemberDetail; personal: Personal; onDone: () => void };

/** How they log in, and where they are logged in now. */
export function UserWaysIn({ member, personal, onDone }: Props) {
  const act = useAct(onDone);
  const { id, manageable } = member;
  return (
    <>
      <section className="user-card">
        <h2>登录方式</h2>
        <p className="none">{waysOf(member, personal).join('、') || '没有：这个账号不能登录'}</p>
      </section>
      <section className="user-card">
        <h2>登录中的设备</h2>
        {personal.sessions.length === 0 && <p className="none">没有登录。</p>}
        <ul>
          {personal.sessions.map((session) => (
            <li key={session.id}>
              <span>{session.device || '未知设备'}</span>
              <small>
                {[session.place, wayWords[session.way] ?? session.way].filter(Boolean).join(' · ')} ·{' '}
                <When time={session.usedAt} />
                {session.current && ' · 你正在用'}
              </small>
              {manageable && !session.current && (
                <Button
                  type="text"
                  size="small"
                  onClick={() =>
                    act('这台设备已退出', () => api.members.endSession({ query: { id, session: session.id } }))
                  }
                >
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function waysOf({ email }: MemberDetail, { password, passkeys, social }: Personal) {
  return [
    ...(email ? ['邮箱验证码'] : []),
    ...(password && email ? ['密码'] : []),
    ...(passkeys > 0 ? [`通行密钥 ${passkeys} 把`] : []),
    ...social.map(({ provider, name }) => `${wayWords[provider] ?? provider}${name && `（${name}）`}`),
  ];
}
