import { Link, useLocation } from 'react-router';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Brand } from './brand.tsx';
import { allPlaces } from './menu.ts';
import type { OverlayProps } from './parts.ts';
import { ThemeButton } from './theme-button.tsx';
import './drawer.css';

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
        {allPlaces.map(({ to, words, short = words, icon }) => (
          <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
            <Icon name={icon} />
            {short}
          </Link>
        ))}
      </nav>
      <footer>
        <p>{site.motto}</p>
        <ThemeButton />
      </footer>
    </Dialog>
  );
}
