import type { NavigationGroup, NavigationSite } from '@mojian/contract/pages/navigation';
import { Icon } from '@mojian/ui/icon';
import { type MouseEvent, useState } from 'react';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { ownPicture } from '../../../ui/own-picture.ts';
import { counted } from '../../content/archive/numerals.ts';
import './navigation.css';

/** `onVisit` counts a click, fire and forget. */
type Props = { groups: NavigationGroup[]; onVisit: (siteId: number) => void };

export function NavigationScreen({ groups, onVisit }: Props) {
  const [text, setText] = useState('');
  const shown = filterGroups(groups, text);
  const total = groups.reduce((sum, { sites }) => sum + sites.length, 0);
  return (
    <main id="main" className="wrap navigation">
      <header className="page-head">
        <div>
          <h1>导航</h1>
          <p>
            {total === 0
              ? '还没有收网站，书桌右手边的抽屉还空着。'
              : `${total} 个常去的网站，按用处分成${counted(groups.length)}组，像书桌右手边的抽屉。`}
          </p>
        </div>
        <span className="vertical" aria-hidden="true">
          {groups.map(({ name }) => Array.from(name)[0]).slice(0, 6)}
        </span>
      </header>
      {total === 0 ? (
        <Empty title="还没有网站">
          <p>抽屉还空着。常去的地方，会一格一格放进来。</p>
        </Empty>
      ) : (
        <>
          <Bar groups={groups} text={text} setText={setText} found={shown.flatMap(({ sites }) => sites).length} />
          {shown.map((group) => (
            <Drawer key={group.id} group={group} onVisit={onVisit} />
          ))}
          {shown.length === 0 && (
            <Empty drawing="leaf" title="没有找到网站">
              <p>换一个词试试。</p>
              <button className="btn" type="button" onClick={() => setText('')}>
                查看全部
              </button>
            </Empty>
          )}
        </>
      )}
    </main>
  );
}

type BarProps = { groups: NavigationGroup[]; text: string; setText: (text: string) => void; found: number };

function Bar({ groups, text, setText, found }: BarProps) {
  return (
    <div className="navigation-bar row row-wrap gap-3">
      <label className="scripted">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label="筛选网站"
          placeholder="筛选网站，比如「字」"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="visually-hidden" role="status">
        {text.trim() && `找到 ${found} 个`}
      </p>
      {!text.trim() && (
        <nav className="row push" aria-label="分组">
          {groups.map(({ id, name, sites }) => (
            <a key={id} className="chip" href={`#group-${id}`}>
              {name}
              <span className="small-count">{sites.length}</span>
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

type DrawerProps = { group: NavigationGroup; onVisit: Props['onVisit'] };

function Drawer({ group: { id, name, sites }, onVisit }: DrawerProps) {
  return (
    <section className="navigation-group" id={`group-${id}`} aria-labelledby={`name-${id}`}>
      <h2 id={`name-${id}`} className={Array.from(name).length === 1 ? 'navigation-group-single' : undefined}>
        {name}
      </h2>
      <ul>
        {sites.map((site) => (
          <Entry key={site.id} site={site} onVisit={onVisit} />
        ))}
      </ul>
    </section>
  );
}

function Entry({
  site: { id, name, url, info, logo, clicks },
  onVisit,
}: { site: NavigationSite } & Omit<Props, 'groups'>) {
  // the middle button opens a tab as well, through another event
  const onMiddle = ({ button }: MouseEvent) => button === 1 && onVisit(id);
  return (
    <li>
      <a href={url} target="_blank" rel="noopener noreferrer" onClick={() => onVisit(id)} onAuxClick={onMiddle}>
        <Face name={name} picture={ownPicture(logo)} size="l" />
        <span className="navigation-group-text">
          <b>{name}</b>
          <span className="type-note dim">{info}</span>
        </span>
        <span className="navigation-clicks stack gap-1 type-tiny dim" title="去过的次数" hidden={clicks === 0}>
          <Icon name="ext" />
          <span className="visually-hidden">去过</span>
          {figures(clicks)}
          <span className="visually-hidden">次</span>
        </span>
      </a>
    </li>
  );
}

/** Keeps the sites with every word of the text in name, line or address; drops empty groups. */
export function filterGroups(groups: NavigationGroup[], text: string): NavigationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({ ...group, sites: group.sites.filter((site) => matchesAll(site, group.name, words)) }))
    .filter(({ sites }) => sites.length > 0);
}

function matchesAll({ name, info, url }: NavigationSite, group: string, words: string[]) {
  const host = URL.parse(url)?.hostname ?? '';
  const text = `${name} ${info} ${host} ${group}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
