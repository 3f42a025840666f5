import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { type MenuEntry, menuFor } from './menu.ts';
import { useOffice } from './use-office.ts';
import './sider.css';

/** The menu of the back office: what this role may enter, with how much waits there. */
export function Sider() {
  const { may, has } = useOffice();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each screen
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} className="sider" aria-label="后台菜单">
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
      <a className="back" href="/">
        <Icon name="left" />
        <span>返回站点</span>
      </a>
    </nav>
  );
}

function Entry({ entry: { path, title, icon, waiting: kind } }: { entry: MenuEntry }) {
  const { waiting } = useOffice();
  const count = kind ? waiting[kind] : 0;
  return (
    <li>
      <NavLink to={path} end={path === '/'} title={title}>
        <Icon name={icon} />
        <span>{title}</span>
        {count > 0 && (
          <b>
            {count > 99 ? '99+' : count}
            <i className="unseen"> 件待处理</i>
          </b>
        )}
      </NavLink>
    </li>
  );
}
