import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useContext, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { figures } from '../ui/count.tsx';
import { RenderedAt } from '../ui/moment.tsx';
import { Seal, stampOf } from '../ui/seal.tsx';
import { allPlaces, isScreen } from './menu.ts';
import type { Counts } from './use-overlay.ts';

export function Footer({ site, counts }: { site: SiteInfo; counts: Counts }) {
  return (
    <footer className="ft">
      <div className="wrap">
        <div className="ft-top">
          <div className="ft-words">
            <Seal stamp={stampOf(site)} />
            <p className="motto">{site.motto}</p>
          </div>
          <dl>
            <div>
              <dt>本站已运行</dt>
              <dd>
                <RunningTime since={site.startedAt} />
              </dd>
            </div>
            <div>
              <dt>总浏览</dt>
              <dd>{figures(counts.siteAccess)}</dd>
            </div>
            <div>
              <dt>总访客</dt>
              <dd>{figures(counts.visitorAccess)}</dd>
            </div>
          </dl>
        </div>
        <SmallPrint site={site} />
      </div>
    </footer>
  );
}

function SmallPrint({ site }: { site: SiteInfo }) {
  const { name, startedAt, recordNum, policeRecordNum, sourceCode } = site;
  const [first, last] = [startedAt, useContext(RenderedAt)].map(yearOf);
  return (
    <div className="ft-bot">
      <span>{`© ${first === last ? first : `${first}–${last}`} ${name}`}</span>
      {recordNum && <a href="https://beian.miit.gov.cn/">{recordNum}</a>}
      {policeRecordNum && (
        <a className="police-record" href={policeRecordUrl(policeRecordNum)}>
          <Icon name="shield" />
          {policeRecordNum}
        </a>
      )}
      <span>文章除另注明外以 CC BY-NC-SA 4.0 许可</span>
      <nav className="push" aria-label="页脚">
        {allPlaces(site).map((place) => (
          <Link key={place.to} to={place.to} reloadDocument={!isScreen(place)}>
            {place.short ?? place.words}
          </Link>
        ))}
        {/* between 1119 and 1350 px neither the header nor the drawer leads there */}
        <Link to="/user">个人中心</Link>
        <Link to="/privacy">隐私</Link>
        {sourceCode && <a href={sourceCode}>源代码</a>}
        <a href="/rss.xml">RSS</a>
      </nav>
    </div>
  );
}

/** Address of a police record, found by the digits of its number. Source: https://beian.mps.gov.cn/ */
function policeRecordUrl(number: string) {
  const code = number.replaceAll(/\D/g, '');
  return `https://beian.mps.gov.cn/#/query/webSearch${code && `?code=${code}`}`;
}

/** In China time (UTC+8). */
function yearOf(time: number) {
  return new Date(time + 8 * 3_600_000).getUTCFullYear();
}

const units: [string, number][] = [
  ['天', 86_400],
  ['时', 3_600],
  ['分', 60],
  ['秒', 1],
];

/** Age of the site, ticking each second. Hydration starts from the server's reading. */
function RunningTime({ since }: { since: number }) {
  const [now, setNow] = useState(useContext(RenderedAt));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  let left = Math.max(0, Math.floor((now - since) / 1000));
  return units.map(([unit, seconds]) => {
    const count = Math.floor(left / seconds);
    left %= seconds;
    return (
      <span key={unit}>
        {String(count).padStart(2, '0')}
        <small>{unit}</small>
      </span>
    );
  });
}
