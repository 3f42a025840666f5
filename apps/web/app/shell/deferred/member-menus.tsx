import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { useUnread } from '../../live/unread.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { endSession, useUser } from '../../session/session.ts';
import { useHas } from '../../site/features-on.ts';
import { Face } from '../../ui/face.tsx';
import { firstUnread } from './notice-menu.tsx';
import './member-menus.css';

/** A member's one button between 1119 and 1350 px, where notices and face are hidden. */
export function AccountMenu() {
  const user = useUser();
  const unread = useUnread();
  const id = useId();
  const { place, isOpen, setOpen, onKeyDown } = useMenu();
  const isDotted = Object.values(unread).some((count) => count > 0);
  if (!user) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to its button and entries
    <div className="header-account" ref={place} onKeyDown={onKeyDown}>
      <button
        className={`member-menus-face row justify-center gap-1 sub${isDotted ? ' unread-dot' : ''}`}
        type="button"
        aria-label={isDotted ? `${user.nickname}，有未读` : user.nickname}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Face name={user.nickname} picture={user.avatar} />
        <Icon name="down" />
      </button>
      {isOpen && <MemberEntries id={id} />}
    </div>
  );
}

function MemberEntries({ id }: { id: string }) {
  const user = useUser();
  const has = useHas();
  const { private: messages, ...others } = useUnread();
  const notices = Object.values(others).reduce((sum, count) => sum + count, 0);
  return (
    <div className="menu float member-buttons-menu member-menus-account" id={id}>
      {user && <MemberCard user={user} />}
      <Link to={firstUnread({ ...others, private: 0 })}>
        <Icon name="bell" />
        通知
        <Count of={notices} />
      </Link>
      {has(['group', 'privateChat']) && (
        <Link to="/im">
          <Icon name="chat" />
          私信
          <Count of={messages} />
        </Link>
      )}
      {user?.writing.write && (
        <Link to="/newposts">
          <Icon name="edit" />
          写文章
        </Link>
      )}
      <CentreLink />
      <LogOut />
    </div>
  );
}

function Count({ of: count }: { of: number }) {
  return (
    count > 0 && (
      <small className="accent">
        {count > 99 ? '99+' : count}
        <span className="visually-hidden"> 条未读</span>
      </small>
    )
  );
}

/** Opens by click, Enter and ↓; arrows move; Escape, a press elsewhere, a focus elsewhere and a navigation close it. */
function useMenu() {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on each navigation
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const beside = ({ target }: Event) => place.current?.contains(target as Node) || setOpen(false);
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, beside, ending);
    return () => ending.abort();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setOpen(false);
      return place.current?.querySelector('button')?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const entries = () => [...(place.current?.querySelectorAll<HTMLElement>('.menu :is(a, button)') ?? [])];
    const now = entries().indexOf(document.activeElement as HTMLElement);
    setOpen(true);
    // its entries are there once it is open
    requestAnimationFrame(() => {
      const all = entries();
      all[(Math.max(now, step > 0 ? -1 : 0) + step + all.length) % all.length]?.focus();
    });
  };
  return { place, isOpen, setOpen, onKeyDown };
}

/** Menu below a member's face. */
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

function CentreLink() {
  return (
    <Link to="/user">
      <Icon name="user" />
      个人中心
    </Link>
  );
}

/** The last entry of a member's menu. */
function LogOut() {
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

function MemberCard({ user: { nickname, avatar, intro } }: { user: Me }) {
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
