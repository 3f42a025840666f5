import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { useUnread } from '../../live/unread.ts';
import { useUser } from '../../session/session.ts';
import { useHas } from '../../site/features-on.ts';
import { Face } from '../../ui/face.tsx';
import { usePart } from '../../ui/loading.ts';
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
          <MenuOfMember user={user} />
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

/** The account's one button between 1119 and 1350 px, where bell and face are hidden. */
export function Account() {
  return useUser() ? <AccountOfMember /> : <LoginButton />;
}

function AccountOfMember() {
  const part = usePart(loadMenus);
  return part ? <part.AccountMenu /> : <div className="header-account" />;
}

function LoginButton() {
  return (
    <div className="header-account">
      <button className="btn" type="button" onClick={askToLogIn}>
        登录
      </button>
    </div>
  );
}

const loadMenus = () => import('./member-menus.tsx');

/** A member's menu, which visitors do not load. */
function MenuOfMember({ user }: { user: Me }) {
  const part = usePart(loadMenus);
  return part && <part.MemberMenu user={user} />;
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
