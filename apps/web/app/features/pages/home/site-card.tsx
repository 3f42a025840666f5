import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Contacts } from './contacts.tsx';

/** Mountains in plain ink. */
const banner = { cover: '', coverNumber: 0 };

/** Whose site this is, where else they are, and how much is written here. */
export function SiteCard({ site, counts }: { site: SiteInfo; counts: Home['counts'] }) {
  return (
    <section className="card-me" aria-label="站点">
      <Cover article={banner} shape="banner" sizes="304px" />
      <div className="in">
        <Face name={site.authorName} picture={site.authorAvatar} size="xl" />
        <h2>{site.authorName}</h2>
        {site.authorIntro && <p>{site.authorIntro}</p>}
        {site.authorPlace && (
          <p className="place">
            <Icon name="place" />
            {site.authorPlace}
          </p>
        )}
        <Contacts site={site} />
        <ul>
          <Total words="文章" to="/archive" count={counts.articles} />
          <Total words="分类" to="/category" count={counts.categories} />
          <Total words="标签" to="/tags" count={counts.tags} />
        </ul>
      </div>
    </section>
  );
}

function Total({ words, to, count }: { words: string; to: string; count: number }) {
  return (
    <li>
      <Link to={to}>
        <b>{figures(count)}</b>
        {words}
      </Link>
    </li>
  );
}
