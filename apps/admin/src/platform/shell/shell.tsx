import { Icon } from '@mojian/ui/icon';
import { Button, Drawer } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Bell } from './bell.tsx';
import { Brand } from './brand.tsx';
import { Forbidden } from './forbidden.tsx';
import { JumpBox } from './jump-box.tsx';
import { placeOf } from './menu.ts';
import { Notes } from './notes.tsx';
import { Person } from './person.tsx';
import { Sider } from './sider.tsx';
import { SignedOut } from './signed-out.tsx';
import { SwitchedOff } from './switched-off.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useFreshOffice } from './use-fresh-office.ts';
import { useOffice } from './use-office.ts';
import './shell.css';
import './parts.css';
import './antd.css';

/** Around every screen: the menu, which phones open as a drawer, and the head with where one is. */
export function Shell() {
  const main = useArrival();
  useFreshOffice();
  useFocusBack();
  return (
    <div className="office">
      <a className="skip" href="#main">
        跳到正文
      </a>
      <aside className="office-side">
        <Brand />
        <Sider />
      </aside>
      <div className="office-page">
        <Head />
        <Notes />
        <main id="main" ref={main} tabIndex={-1} className="office-main">
          <Screen />
        </main>
      </div>
      <SignedOut />
      <ScrollRestoration />
    </div>
  );
}

/** A screen that somebody may not see says so, whatever its calls were answered. */
function Screen() {
  const { may, has } = useOffice();
  const { title, permission, feature } = placeOf(useLocation().pathname);
  if (feature && !has(feature)) return <SwitchedOff title={title} />;
  return permission && !may(permission) ? <Forbidden title={title} /> : <Outlet />;
}

function Head() {
  const { group, title } = placeOf(useLocation().pathname);
  const isUnderWay = useNavigation().state !== 'idle';
  return (
    <header className={isUnderWay ? 'office-head under-way' : 'office-head'}>
      <PhoneMenu />
      <p className="crumb">
        {group && <span>{group} / </span>}
        <b>{title}</b>
      </p>
      <JumpBox />
      <Bell />
      <ThemeButton />
      <Person />
    </header>
  );
}

function PhoneMenu() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  return (
    <>
      <Button
        type="text"
        className="burger"
        aria-label="打开菜单"
        icon={<Icon name="menu" />}
        onClick={() => setOpenedAt(key)}
      />
      <Drawer
        className="office-drawer"
        placement="left"
        size={256}
        open={openedAt === key}
        onClose={() => setOpenedAt(undefined)}
        closable={{ placement: 'end' }}
        title={<Brand />}
      >
        <Sider />
      </Drawer>
    </>
  );
}

/** Each screen has its title; each but the first takes the focus, as a new page would. */
function useArrival() {
  const { pathname } = useLocation();
  const { site } = useOffice();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const { title } = placeOf(pathname);
  useEffect(() => {
    document.title = `${title} · ${site.name}管理后台`;
  }, [title, site.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each screen
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
