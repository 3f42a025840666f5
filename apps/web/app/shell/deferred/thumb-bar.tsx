import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useHas } from '../../site/features-on.ts';
import { Face } from '../../ui/face.tsx';
import { Link } from '../../ui/link.tsx';

type Act = (event: MouseEvent) => void;

/** Without `acts` each place is a plain link. `unread`: notices and private messages; `noticesAt`: their path. */
type Props = { user?: Me | null; unread?: number; noticesAt?: string; acts?: { search: Act; enter: Act } };

/** Five places within a thumb's reach, on phones. */
export function ThumbBar({ user, unread = 0, noticesAt = '/notice', acts }: Props) {
  const has = useHas();
  const face = user && <Face name={user.nickname} picture={user.avatar} />;
  return (
    <nav className="thumb-bar after-paint" aria-label="常用">
      <Place to="/" icon={<Icon name="home" />} words="首页" />
      {has('says') && <Place to="/say" icon={<Icon name="edit" />} words="说说" />}
      <Place to="/search" icon={<Icon name="search" />} words="搜索" onClick={acts?.search} />
      <Place to={noticesAt} icon={<Bell unread={unread} />} words="通知" onClick={acts?.enter} />
      <Place to="/user" icon={face ?? <Icon name="user" />} words="我" onClick={acts?.enter} />
    </nav>
  );
}

type PlaceProps = { to: string; words: string; icon: ReactNode; onClick?: Act | undefined };

function Place({ to, words, icon, onClick }: PlaceProps) {
  const isHere = useLocation().pathname === to.split('?')[0];
  return (
    <Link to={to} onClick={onClick} aria-current={isHere ? 'page' : undefined}>
      {icon}
      {words}
    </Link>
  );
}

function Bell({ unread }: { unread: number }) {
  return (
    <>
      <Icon name="bell" />
      {unread > 0 && (
        <span className="thumb-bar-count">
          {unread > 99 ? '99+' : unread}
          <span className="visually-hidden"> 条未读</span>
        </span>
      )}
    </>
  );
}
