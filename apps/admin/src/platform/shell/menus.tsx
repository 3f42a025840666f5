import { waitingAddress } from '@mojian/contract/operations/waiting';
import { Icon } from '@mojian/ui/icon';
import type { MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { api, endSession } from '../http-api.ts';
import { roleNames } from '../role-names.ts';
import { type MenuEntry, menuFor } from './menu.ts';
import { siteSeal, useOffice } from './office.tsx';
import { useOnDemand } from './on-demand.ts';
import { toggleTheme, useTheme } from './theme.ts';
import './menus.css';

export function SideMenu() {
  const { may, has } = useOffice();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} className="office-menu" aria-label="后台菜单">
      {menuFor(may, has).map(({ title, entries }) => (
        <section key={title}>
          {title && <h2>{title}</h2>}
          <ul>
            {entries.map((entry) => (
              <Entry key={entry.path} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      <a className="office-menu-back" href="/">
        <Icon name="left" />
        <span>返回站点</span>
      </a>
    </nav>
  );
}

function Entry({ entry: { path, title, icon, waiting: kind } }: { entry: MenuEntry }) {
  const { waiting } = useOffice();
  const count = (kind && waiting[kind]) ?? 0;
  return (
    <li>
      <NavLink to={path} end={path === '/'} title={title}>
        <Icon name={icon} />
        <span>{title}</span>
        {count > 0 && (
          <b>
            {count > 99 ? '99+' : count}
            <i className="visually-hidden"> 件待处理</i>
          </b>
        )}
      </NavLink>
    </li>
  );
}

export function WaitingMenu() {
  const { may, has, waiting } = useOffice();
  const navigate = useNavigate();
  const due = menuFor(may, has)
    .flatMap(({ entries }) => entries)
    .flatMap(({ title, waiting: kind }) => (kind ? { title, kind, count: waiting[kind] ?? 0 } : []))
    .filter(({ count }) => count > 0);
  const sum = due.reduce((before, { count }) => before + count, 0);
  const items = due.map(({ kind, title, count }) => ({
    key: waitingAddress(kind),
    label: (
      <span className="office-bell">
        {title}
        <b>{count}</b>
      </span>
    ),
  }));
  const nothing = [{ key: 'none', label: '没有待处理的事', disabled: true }];
  // `onClick` of the menu makes the whole row lead there, by Enter too; a link inside would not
  const menu = { items: sum > 0 ? items : nothing, onClick: ({ key }: { key: string }) => navigate(key) };
  return (
    <MenuOnPress menu={menu}>
      <button
        className={sum > 0 ? 'button-icon office-dotted' : 'button-icon'}
        type="button"
        aria-label={sum > 0 ? `待办 ${sum} 件` : '没有待办'}
      >
        <Icon name="bell" />
      </button>
    </MenuOnPress>
  );
}

type MenuOnPressProps = { menu: MenuProps; children: React.ReactElement };

/** A button and its menu, which is loaded when it is pointed at, reached or pressed. */
function MenuOnPress({ menu, children }: MenuOnPressProps) {
  const [isPressed, setPressed] = useState(false);
  const [DropMenu, load] = useOnDemand(async () => (await import('./drop-menu.tsx')).DropMenu);
  if (isPressed && DropMenu) return <DropMenu menu={menu}>{children}</DropMenu>;
  const press = () => {
    setPressed(true);
    load();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only loads the menu of the button inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside handles the keys
    <span onPointerEnter={load} onFocus={load} onClick={press}>
      {children}
    </span>
  );
}

export function AccountMenu() {
  const { nickname, avatar, role } = useOffice();
  const items = [
    { key: 'who', label: `${nickname}（${roleNames[role]}）`, disabled: true },
    { type: 'divider' as const },
    { key: 'centre', label: <a href="/user">个人中心</a> },
    { key: 'write', label: <a href="/newposts">写文章</a> },
    { key: 'out', label: '退出登录', onClick: logOut },
  ];
  return (
    <MenuOnPress menu={{ items }}>
      <button className="office-account" type="button" aria-label={`${nickname}的菜单`}>
        {avatar ? <img src={avatar} alt="" /> : Array.from(nickname)[0]}
      </button>
    </MenuOnPress>
  );
}

/** Ends the session on the server and here; the site shows the message stored under `toast`. */
async function logOut() {
  const isConfirmed = await api.session.logout().then(
    () => true,
    () => false, // no answer: this browser forgets the token all the same
  );
  endSession();
  const words = isConfirmed
    ? { type: 'success', text: '注销成功' }
    : { type: 'warning', text: '已在这个浏览器里退出登录，但没有连上网站' };
  sessionStorage.setItem('toast', JSON.stringify(words));
  location.assign('/');
}

export function Brand() {
  const { site } = useOffice();
  return (
    <Link className="office-brand" to="/">
      <img src={siteSeal(site)} alt="" width={32} height={32} />
      <span>
        {site.name}
        <small>管理后台</small>
      </span>
    </Link>
  );
}

export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  return (
    <button
      className="button-icon"
      type="button"
      aria-label={isDark ? '切换到浅色' : '切换到深色'}
      onClick={toggleTheme}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  );
}
