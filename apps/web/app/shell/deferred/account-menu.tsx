import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { useUnread } from '../../live/unread.ts';
import { useUser } from '../../session/session.ts';
import { useHas } from '../../site/features-on.ts';
import { Face } from '../../ui/face.tsx';
import { CentreLink, LogOut, MemberCard } from './member-buttons.tsx';
import { firstUnread } from './notice-menu.tsx';

/** The account's one button between 1119 and 1350 px, where notices and face are hidden. */
export function AccountMenu() {
  const user = useUser();
  const unread = useUnread();
  const id = useId();
  const { place, isOpen, setOpen, onKeyDown } = useMenu();
  const isDotted = Object.values(unread).some((count) => count > 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to its button and entries
    <div className="header-account" ref={place} onKeyDown={onKeyDown}>
      {user ? (
        <button
          className={
            isDotted
              ? 'account-menu-face unread-dot row justify-center gap-1 sub'
              : 'account-menu-face row justify-center gap-1 sub'
          }
          type="button"
          aria-label={isDotted ? `${user.nickname}，有未读` : user.nickname}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Face name={user.nickname} picture={user.avatar} />
          <Icon name="down" />
        </button>
      ) : (
        <button className="btn" type="button" onClick={askToLogIn}>
          登录
        </button>
      )}
      {isOpen && user && <MemberEntries id={id} />}
    </div>
  );
}

function MemberEntries({ id }: { id: string }) {
  const user = useUser();
  const has = useHas();
  const { private: messages, ...others } = useUnread();
  const notices = Object.values(others).reduce((sum, count) => sum + count, 0);
  return (
    <div className="menu float member-buttons-menu account-menu" id={id}>
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
