import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { useUnread } from '../../live/unread.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { endSession, useUser } from '../../session/session.ts';
import { useHas } from '../../site/features-on.ts';
import { Face } from '../../ui/face.tsx';
import { ForMembers } from './for-members.tsx';
import { firstUnread, NoticeMenu } from './notice-menu.tsx';
import '../header-menus.css';
import './member-buttons.css';

/** Bell and face of the reader, each with its menu. */
export function LiveMemberButtons() {
  const user = useUser();
  const unread = useUnread();
  const isDotted = Object.values(unread).some((count) => count > 0);
  return (
    <div className="header-member row gap-1">
      <div>
        <ForMembers
          className={isDotted ? 'icon-button unread-dot' : 'icon-button'}
          to={firstUnread(unread)}
          label={isDotted ? '通知，有未读' : '通知'}
        >
          <Icon name="bell" />
        </ForMembers>
        <NoticeMenu unread={unread} />
      </div>
      {user?.writing.write && (
        <div>
          <Link className="icon-button" to="/newposts" aria-label="写文章">
            <Icon name="edit" />
          </Link>
        </div>
      )}
      {user ? (
        <div>
          <Link className="icon-button" to="/user" aria-label="个人中心">
            <Face name={user.nickname} picture={user.avatar} />
          </Link>
          <MemberMenu user={user} />
        </div>
      ) : (
        <div>
          <button className="icon-button" type="button" aria-label="我的" onClick={askToLogIn}>
            <Icon name="user" />
          </button>
          <Invitation />
        </div>
      )}
    </div>
  );
}

export function MemberMenu({ user }: { user: Me }) {
  const { writing, office } = user;
  const has = useHas();
  return (
    <div className="menu float member-buttons-menu">
      <MemberCard user={user} />
      <CentreLink />
      {writing.write && (
        <>
          <Link to="/newposts">
            <Icon name="edit" />
            写文章
          </Link>
          <Link to="/user?state=draft">
            <Icon name="copy" />
            我的草稿
          </Link>
        </>
      )}
      {has(['group', 'privateChat']) && (
        <Link to="/im">
          <Icon name="chat" />
          {has('group') ? '聊天室' : '私聊'}
        </Link>
      )}
      {office && (
        <a href="/admin">
          <Icon name="gear" />
          管理后台
        </a>
      )}
      <LogOut />
    </div>
  );
}

export function CentreLink() {
  return (
    <Link to="/user">
      <Icon name="user" />
      个人中心
    </Link>
  );
}

/** The last entry of a member's menu. */
export function LogOut() {
  return (
    <>
      <hr />
      <button type="button" onClick={logOut}>
        <Icon name="out" />
        退出登录
      </button>
    </>
  );
}

export function MemberCard({ user: { nickname, avatar, intro } }: { user: Me }) {
  return (
    <header className="row gap-3">
      <Face name={nickname} picture={avatar} size="l" />
      <div>
        <b>{nickname}</b>
        <p className="dim truncate">{intro || '还没有写简介'}</p>
      </div>
    </header>
  );
}

/** Menu of a visitor. */
function Invitation() {
  const has = useHas();
  return (
    <div className="menu float member-buttons-invitation">
      <b>欢迎你来</b>
      <p className="type-small sub">登录之后，可以{has('comments') && '参与评论，也可以'}发表自己的文章。</p>
      <button className="btn btn-seal btn-sm" type="button" onClick={askToLogIn}>
        登录
      </button>
    </div>
  );
}

/** Ends the session here and on the server, leaves a members' screen first, and reloads as a visitor. */
export async function logOut() {
  const isDone = await httpApi.sessions.logout().then(
    () => true,
    () => false, // no answer: this browser forgets the token all the same
  );
  endSession();
  if (isDone) sayAfterReload('success', '注销成功');
  else sayAfterReload('warning', '已在这个浏览器里退出登录，但没有连上网站');
  // members' screens would open the login dialog again at once
  if (/^\/(?:user|notice|im)\/?$/.test(location.pathname)) location.assign('/');
  else location.reload();
}
