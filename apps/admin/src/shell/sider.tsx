import { Icon } from '@mojian/ui/icon';
import { NavLink } from 'react-router';
import { menu } from './menu.ts';
import { useOffice } from './use-office.ts';

/** The menu of the back office: what this role may enter, with how much waits there. */
export function Sider({ onGone }: { onGone?: () => void }) {
  const { may, waiting, site } = useOffice();
  return (
    <nav className="sider" aria-label="后台菜单">
      <a className="brand" href="/admin">
        {site.name}
        <small>案头</small>
      </a>
      {menu.map(({ title, entries }) => {
        const allowed = entries.filter((entry) => may(entry.permission));
        return (
          allowed.length > 0 && (
            <section key={title}>
              {title && <h2>{title}</h2>}
              <ul>
                {allowed.map((entry) => (
                  <li key={entry.path}>
                    <NavLink to={entry.path} end={entry.path === '/'} onClick={onGone} title={entry.title}>
                      <Icon name={entry.icon} />
                      <span>{entry.title}</span>
                      {entry.waiting && waiting[entry.waiting] > 0 && <b>{waiting[entry.waiting]}</b>}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <a className="back" href="/">
        <Icon name="left" />
        <span>回到站点</span>
      </a>
    </nav>
  );
}
