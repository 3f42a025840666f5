import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useLocation } from 'react-router';
import { askToLogIn } from '../features/core/asks-login/ask-to-log-in.ts';
import { useUnread } from '../live/unread.ts';
import { useUser } from '../session/session.ts';
import { useHas } from '../site/features-on.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Face } from '../ui/face.tsx';
import { Link } from '../ui/link.tsx';
import { loadPart } from '../ui/load-part.ts';
import { Brand } from './brand.tsx';
import { ForMembers } from './deferred/for-members.tsx';
import { logOut } from './deferred/member-menus.tsx';
import { firstUnread } from './deferred/notice-menu.tsx';
import { ThemeButton } from './header.tsx';
import { allPlaces, isScreen } from './menu.ts';
import type { OverlayProps } from './use-overlay.ts';
import './drawer.css';

/** Paths in the specification's order, with 热搜, which phones have no other link to. */
const order = ['/', '/archive', '/category', '/tags', '/navigation', '/hot', '/message', '/say', '/links', '/about'];

/** Screens in the specification's order, then the owner's pages and links. */
function placesOf(site: SiteInfo) {
  const all = allPlaces(site);
  return [
    ...order.flatMap((to) => all.find((place) => place.to === to) ?? []),
    ...all.filter(({ to }) => !order.includes(to)),
  ];
}

export function Drawer({ site, close }: OverlayProps) {
  const { pathname } = useLocation();
  const user = useUser();
  return (
    <Dialog className="drawer" label="菜单" onClose={close}>
      <header>
        <Brand site={site} />
        <button className="icon-button" type="button" aria-label="关闭菜单" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      {user && (
        <Link className="drawer-hi" to="/user">
          <Face name={user.nickname} picture={user.avatar} size="l" />
          <span>
            <b>{user.nickname}</b>
            <small>个人中心</small>
          </span>
        </Link>
      )}
      {user?.writing.write && (
        <p className="drawer-to-write">
          <Link className="btn btn-seal" to="/newposts">
            <Icon name="edit" />
            写文章
          </Link>
        </p>
      )}
      <nav aria-label="菜单">
        {placesOf(site).map((place) => (
          <Link
            key={place.to}
            to={place.to}
            reloadDocument={!isScreen(place)}
            aria-current={place.to === pathname ? 'page' : undefined}
          >
            <Icon name={place.icon} />
            {place.short ?? place.words}
          </Link>
        ))}
        <button type="button" onClick={() => openReading(close)}>
          <Icon name="list" />
          阅读设置
        </button>
        {user?.office && (
          <a href="/admin">
            <Icon name="gear" />
            管理后台
          </a>
        )}
      </nav>
      <DrawerFoot isMember={user !== null} />
    </Dialog>
  );
}

/** Size and paper of the text hold on every screen. */
function openReading(close: () => void) {
  loadPart(
    () => import('../features/content/article/reading-menu.tsx'),
    ({ openReadingMenu }) => {
      close();
      openReadingMenu();
    },
  );
}

function DrawerFoot({ isMember }: { isMember: boolean }) {
  const has = useHas();
  const { private: messages, ...others } = useUnread();
  const notices = { ...others, private: 0 };
  const isDotted = Object.values(notices).some((count) => count > 0);
  return (
    <footer>
      <button className="btn quiet btn-sm" type="button" onClick={isMember ? logOut : askToLogIn}>
        <Icon name={isMember ? 'out' : 'user'} />
        {isMember ? '退出登录' : '登录'}
      </button>
      <span className="push" />
      <ForMembers
        className={isDotted ? 'icon-button unread-dot' : 'icon-button'}
        to={firstUnread(notices)}
        label={isDotted ? '通知，有未读' : '通知'}
      >
        <Icon name="bell" />
      </ForMembers>
      {has(['group', 'privateChat']) && (
        <ForMembers
          className={messages > 0 ? 'icon-button unread-dot' : 'icon-button'}
          to="/im"
          label={`${has('group') ? '聊天室' : '私聊'}${messages > 0 ? '，有未读' : ''}`}
        >
          <Icon name="chat" />
        </ForMembers>
      )}
      <ThemeButton />
    </footer>
  );
}
