import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import type { ComponentType, FormEvent, MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { readToken } from '../session/token.ts';
import { useHas } from '../site/features-on.ts';
import { Link } from '../ui/link.tsx';
import { loadPart } from '../ui/load-part.ts';
import { Brand } from './brand.tsx';
import { isScreen, menuOf, type Place } from './menu.ts';

/** `MemberButtons`: bell and face; `OfficeLink`: for staff. Both are replaced by loaded ones after the first paint. */
type Props = {
  site: SiteInfo;
  MemberButtons: ComponentType;
  OfficeLink: ComponentType | undefined;
  onMenu: () => void;
  onSearch: () => void;
};

export function Header({ site, MemberButtons, OfficeLink, onMenu, onSearch }: Props) {
  return (
    <header className="header">
      <div className="wrap">
        <button className="icon-button header-burger scripted" type="button" aria-label="打开菜单" onClick={onMenu}>
          <Icon name="menu" />
        </button>
        <Brand site={site} />
        <nav aria-label="主菜单">
          <ul className="header-nav">
            {menuOf(site).map((place) => (
              <MenuItem key={place.to} place={place} sourceCode={site.sourceCode} OfficeLink={OfficeLink} />
            ))}
          </ul>
        </nav>
        <div className="header-acts row gap-1">
          <SearchBox onSearch={onSearch} />
          <div className="scripted">
            <ChatLink />
            <ThemeButton />
            <MemberButtons />
          </div>
        </div>
      </div>
    </header>
  );
}

/** Shown wherever the menu is; below 1119 px the drawer has this link. */
function ChatLink() {
  const has = useHas();
  if (!has(['group', 'privateChat'])) return null;
  const ask = (event: MouseEvent) => {
    if (readToken()) return;
    event.preventDefault();
    openLogin();
  };
  return (
    <Link className="icon-button shell-chat" to="/im" aria-label={has('group') ? '聊天室' : '私聊'} onClick={ask}>
      <Icon name="chat" />
    </Link>
  );
}

/** Opens the search dialog; without scripts a link to the search page. */
function SearchBox({ onSearch }: { onSearch: () => void }) {
  const open = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <form action="/search" onSubmit={open}>
      <button className="header-search row gap-2-5 dim" type="submit">
        <Icon name="search" />
        <span>搜索文章</span>
        <kbd className="scripted">Ctrl K</kbd>
      </button>
    </form>
  );
}

type ItemProps = { place: Place; sourceCode: string; OfficeLink: ComponentType | undefined };

/** Submenus open on hover and focus through CSS alone. */
function MenuItem({ place, sourceCode, OfficeLink }: ItemProps) {
  const { words, to, within } = place;
  const { pathname } = useLocation();
  const isHere = within ? within.some((one) => one.to === pathname) : to === pathname;
  return (
    <li>
      <Link to={to} reloadDocument={!isScreen(place)} aria-current={isHere ? (within ? 'true' : 'page') : undefined}>
        {words}
        {within && <Icon name="down" />}
      </Link>
      {within && (
        <div className="menu">
          {within.map((one) => (
            <Link key={one.to} to={one.to} aria-current={one.to === pathname ? 'page' : undefined}>
              {one.words}
            </Link>
          ))}
          {to === '/about' && sourceCode && <a href={sourceCode}>源代码</a>}
          {to === '/about' && OfficeLink && <OfficeLink />}
        </div>
      )}
    </li>
  );
}

/** Bell and face in the state every page is served with: a visitor's. `LiveMemberButtons` replaces it. */
export function MemberButtons() {
  return (
    <>
      <div className="header-member row gap-1">
        <div>
          <button className="icon-button" type="button" aria-label="通知" onClick={openLogin}>
            <Icon name="bell" />
          </button>
        </div>
        <div>
          <button className="icon-button" type="button" aria-label="我的" onClick={openLogin}>
            <Icon name="user" />
          </button>
        </div>
      </div>
      <button className="btn header-account" type="button" onClick={openLogin}>
        登录
      </button>
    </>
  );
}

/** Loads the login prompt on demand; the first page does not carry it. */
function openLogin() {
  loadPart(
    () => import('../features/core/asks-login/ask-to-log-in.ts'),
    ({ askToLogIn }) => askToLogIn(),
  );
}

export function ThemeButton() {
  return (
    <button
      className="icon-button theme-button"
      type="button"
      aria-label="切换深浅色"
      onClick={({ currentTarget }) => toggleFrom(currentTarget)}
    >
      <span className="theme-button-moon">
        <Icon name="moon" />
      </span>
      <span className="theme-button-sun">
        <Icon name="sun" />
      </span>
    </button>
  );
}

function toggleFrom(button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect();
  loadPart(
    () => import('./spread-theme.ts'),
    ({ spreadTheme }) => spreadTheme(left + width / 2, top + height / 2),
  );
}
