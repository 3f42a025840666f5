import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';

type Props = { site: SiteInfo; home: Home };

export function SideColumn({ site, home }: Props) {
  return (
    <aside className="aside" aria-label="关于本站">
      <SiteCard site={site} counts={home.counts} />
      {site.announcement && (
        <section className="sheet home-notice" aria-label="公告">
          <h2 className="row">
            <Icon name="bell" />
            公告
          </h2>
          <p className="ruled-paper sub">{site.announcement}</p>
        </section>
      )}
      {home.recommended.length > 0 && <Recommended articles={home.recommended} />}
      {home.tags.length > 0 && <TagWall tags={home.tags} total={home.counts.tags} />}
      {home.comments.length > 0 && <NewestComments comments={home.comments} />}
    </aside>
  );
}

function Recommended({ articles }: { articles: Home['recommended'] }) {
  return (
    <section aria-labelledby="recommended">
      <div className="section-head">
        <h2 id="recommended">推荐</h2>
      </div>
      <ol className="home-recommended">
        {articles.map(({ id, path, title, views }, index) => (
          <li key={id}>
            <span className="home-recommended-number dim">{index + 1}</span>
            <Link className="hover-line" to={path}>
              {title}
            </Link>
            {views > 0 && <div className="meta">{`${figures(views)} 阅读`}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function TagWall({ tags, total }: { tags: Home['tags']; total: number }) {
  return (
    <section aria-labelledby="tag-wall">
      <div className="section-head">
        <h2 id="tag-wall">标签</h2>
        <Link className="section-more" to="/tags">{`全部 ${total}`}</Link>
      </div>
      <div className="home-tags row row-wrap">
        {tags.map(({ id, name, articles }) => (
          <Link key={id} className="chip" to={`/tags?id=${id}`}>
            {name} <span className="small-count">{articles}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}

function NewestComments({ comments }: { comments: Home['comments'] }) {
  return (
    <section aria-labelledby="newest-comments">
      <div className="section-head">
        <h2 id="newest-comments">最新评论</h2>
      </div>
      <ul className="home-comments">
        {comments.map(({ id, nickname, guest, text, createdAt, article }) => (
          <li key={id}>
            <Face name={nickname} />
            <div>
              <div className="meta">
                <b className="ink">{nickname}</b>
                {guest && <span className="badge">访客</span>}
                <Moment at={createdAt} />
              </div>
              <p className="clamp-2 type-small sub">{text}</p>
              <Link className="home-comments-source type-note dim truncate" to={article.path}>
                {article.title}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The plain ink landscape. */
const banner = { cover: '', coverNumber: 0 };

/** The owner's card: contacts and counts. */
function SiteCard({ site, counts }: { site: SiteInfo; counts: Home['counts'] }) {
  return (
    <section className="home-card" aria-label="站点">
      <Cover article={banner} shape="banner" sizes="304px" />
      <div className="home-card-in">
        <Face name={site.authorName} picture={site.authorAvatar} size="xl" />
        <h2>{site.authorName}</h2>
        {site.authorIntro && <p className="sub">{site.authorIntro}</p>}
        {site.authorPlace && (
          <p className="home-card-place row justify-center gap-1 dim">
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
    <li className="dim">
      <Link to={to}>
        <b className="ink">{figures(count)}</b>
        {words}
      </Link>
    </li>
  );
}

type Contact = { icon: string; words: string; of: keyof SiteInfo['contacts']; link?: (name: string) => string };

/** By the numbers of showList. A contact without an address shows its text when pressed. */
const contacts: Record<number, Contact> = {
  1: { icon: 'mail', words: '邮箱', of: 'email', link: (name) => `mailto:${name}` },
  2: { icon: 'qq', words: 'QQ', of: 'qq' },
  3: { icon: 'git', words: 'GitHub', of: 'github', link: (name) => pageOn('https://github.com/', name) },
  4: { icon: 'gitee', words: 'Gitee', of: 'gitee', link: (name) => pageOn('https://gitee.com/', name) },
  5: { icon: 'wx', words: '微信', of: 'wechat' },
  6: { icon: 'chat', words: 'QQ 群', of: 'qqGroup' },
};

function Contacts({ site }: { site: SiteInfo }) {
  return (
    <div className="home-social row justify-center row-wrap">
      {site.showList.map((number) => {
        const contact = contacts[number];
        return contact && <ContactMark key={number} contact={contact} name={site.contacts[contact.of]} />;
      })}
      <a className="icon-button" href="/rss.xml" aria-label="RSS 订阅" title="RSS 订阅">
        <Icon name="rss" />
      </a>
    </div>
  );
}

function ContactMark({ contact: { icon, words, link }, name }: { contact: Contact; name: string }) {
  if (link) {
    return (
      <a className="icon-button" href={link(name)} rel="me noopener" aria-label={words} title={words}>
        <Icon name={icon} />
      </a>
    );
  }
  return (
    <details name="contact">
      <summary className="icon-button" aria-label={words} title={words}>
        <Icon name={icon} />
      </summary>
      <span className="float">{`${words} ${name}`}</span>
    </details>
  );
}

/** Accepts a whole address or only a user name. */
function pageOn(host: string, name: string) {
  return /^https?:\/\//.test(name) ? name : host + encodeURIComponent(name);
}
