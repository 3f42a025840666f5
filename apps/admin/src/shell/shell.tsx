import { Icon } from '@mojian/ui/icon';
import { Button, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { placeOf } from './menu.ts';
import { Sider } from './sider.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useOffice } from './use-office.ts';
import './shell.css';
import './parts.css';

/** Around every screen: the menu, which phones open as a drawer, and the head with where one is. */
export function Shell() {
  const { pathname } = useLocation();
  const { site, nickname } = useOffice();
  const [isOpen, setOpen] = useState(false);
  const place = placeOf(pathname);
  const title = place?.entry.title ?? '案头';

  useEffect(() => {
    document.title = `${title} · ${site.name}案头`;
  }, [title, site.name]);

  return (
    <div className="office">
      <a className="skip" href="#main">
        跳到正文
      </a>
      <Sider />
      <Drawer placement="left" size={240} open={isOpen} onClose={() => setOpen(false)} title="菜单">
        <Sider onGone={() => setOpen(false)} />
      </Drawer>
      <div>
        <header className="office-head">
          <Button
            type="text"
            className="burger"
            aria-label="打开菜单"
            icon={<Icon name="menu" />}
            onClick={() => setOpen(true)}
          />
          <p className="crumb">
            {place?.group && <span>{place.group} / </span>}
            <b>{title}</b>
          </p>
          <ThemeButton />
          <a className="who" href="/user">
            {nickname}
          </a>
        </header>
        <main id="main" className="office-main">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
