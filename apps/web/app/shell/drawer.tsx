import { Link, useLocation } from 'react-router';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { askLogin } from './ask-login.ts';
import { Brand } from './brand.tsx';
import { allPlaces } from './menu.ts';
import type { OverlayProps } from './parts.ts';
import { ThemeButton } from './theme-button.tsx';
import './drawer.css';

/** Its entries in their order. Source: product-spec.md, section 2. */
const order = ['/', '/archive', '/category', '/tags', '/navigation', '/message', '/say', '/links', '/about'];
const places = order.flatMap((to) => allPlaces.find((place) => place.to === to) ?? []);

/** The menu of narrow windows. */
export function Drawer({ site, close }: OverlayProps) {
  const { pathname } = useLocation();
  return (
    <Dialog className="drawer" label="菜单" onClose={close}>
      <header>
        <Brand site={site} />
        <button className="ib" type="button" aria-label="关闭菜单" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <nav aria-label="菜单">
        {places.map(({ to, words, short = words, icon }) => (
          <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
            <Icon name={icon} />
            {short}
          </Link>
        ))}
      </nav>
      <footer>
        <button className="btn quiet sm" type="button" onClick={askLogin}>
          <Icon name="user" />
          登录
        </button>
        <span className="push" />
        <button className="ib" type="button" aria-label="通知" onClick={askLogin}>
          <Icon name="bell" />
        </button>
        <button className="ib" type="button" aria-label="聊天室" onClick={askLogin}>
          <Icon name="chat" />
        </button>
        <ThemeButton />
      </footer>
    </Dialog>
  );
}
