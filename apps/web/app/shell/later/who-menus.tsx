import type { Me } from '@mojian/contract/me';
import { Link } from 'react-router';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { askLogin } from '../ask-login.ts';
import { ForMembers } from './for-members.tsx';
import { logOut } from './log-out.ts';
import './who-menus.css';

const kinds = [
  { words: '系统通知', icon: 'bell', about: '站里的消息', to: '/notice?type=0' },
  { words: '评论', icon: 'talk', about: '谁在文章下接了话', to: '/notice?type=1' },
  { words: '私聊', icon: 'chat', about: '只说给你一个人的', to: '/im' },
];

export function NoticeMenu() {
  return (
    <div className="menu float bells">
      <ul>
        {kinds.map(({ words, icon, about, to }) => (
          <li key={words}>
            <ForMembers to={to}>
              <span className="ic">
                <Icon name={icon} />
              </span>
              <b>{words}</b>
              <p>{about}</p>
            </ForMembers>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function MemberMenu({ user: { nickname, avatar, intro } }: { user: Me }) {
  return (
    <div className="menu float me-menu">
      <header>
        <Face name={nickname} picture={avatar} size="l" />
        <div>
          <b>{nickname}</b>
          <p>{intro || '见字如面'}</p>
        </div>
      </header>
      <Link to="/user">
        <Icon name="user" />
        个人中心
      </Link>
      <hr />
      <button type="button" onClick={logOut}>
        <Icon name="out" />
        退出登录
      </button>
    </div>
  );
}

/** To whoever has not logged in. */
export function Invitation() {
  return (
    <div className="menu float invitation">
      <b>见字如面</b>
      <p>登录之后，可以参与评论，也可以发表自己的文章。</p>
      <button className="btn seal-b sm" type="button" onClick={askLogin}>
        登录
      </button>
    </div>
  );
}
