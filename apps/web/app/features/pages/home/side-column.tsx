import type { Tag } from '@mojian/contract/content/tags';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';
import { SiteCard } from './site-card.tsx';

type Props = { site: SiteInfo; home: Home; tags: Tag[] };

export function SideColumn({ site, home, tags }: Props) {
  return (
    <aside className="aside" aria-label="关于本站">
      <SiteCard site={site} counts={home.counts} />
      {site.announcement && (
        <section className="sheet notice" aria-label="公告">
          <h2>
            <Icon name="bell" />
            公告
          </h2>
          <p className="letter">{site.announcement}</p>
        </section>
      )}
      {home.recommended.length > 0 && <Recommended articles={home.recommended} />}
      {tags.length > 0 && <TagWall tags={tags} total={home.counts.tags} />}
      {home.comments.length > 0 && <NewestComments comments={home.comments} />}
    </aside>
  );
}

function Recommended({ articles }: { articles: Home['recommended'] }) {
  return (
    <section aria-labelledby="recommended">
      <div className="sec">
        <h2 id="recommended">推荐</h2>
      </div>
      <ol className="reco">
        {articles.map(({ id, path, title, views }, index) => (
          <li key={id}>
            <span className="no">{index + 1}</span>
            <Link className="lk" to={path}>
              {title}
            </Link>
            <div className="meta">{`${figures(views)} 阅读`}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TagWall({ tags, total }: { tags: Tag[]; total: number }) {
  return (
    <section aria-labelledby="tag-wall">
      <div className="sec">
        <h2 id="tag-wall">标签</h2>
        <Link className="more" to="/tags">{`全部 ${total}`}</Link>
      </div>
      <div className="wall">
        {tags.map(({ id, name, articles }) => (
          <Link key={id} className="chip" to={`/tags?id=${id}`}>
            {name} <span className="n">{articles}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}

function NewestComments({ comments }: { comments: Home['comments'] }) {
  return (
    <section aria-labelledby="newest-comments">
      <div className="sec">
        <h2 id="newest-comments">新近的话</h2>
      </div>
      <ul className="talks">
        {comments.map(({ id, nickname, text, createdAt, article }) => (
          <li key={id}>
            <Face name={nickname} />
            <div>
              <div className="meta">
                <b>{nickname}</b>
                <Moment at={createdAt} />
              </div>
              <p className="clamp2">{text}</p>
              <Link className="src" to={article.path}>
                {article.title}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
