import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { CachedFragment } from '../../../ui/cached-fragment.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import type { Composed } from './compose.ts';

type Props = { site: SiteInfo; composed: Composed };

export function SideColumn({ site, composed }: Props) {
  const { counts, recommended, comments } = composed;
  return (
    <aside className="aside" aria-label="关于本站">
      <CachedFragment data={[counts, site]} name="card">
        <SiteCard site={site} counts={counts} />
      </CachedFragment>
      {recommended.length > 0 && <Recommended articles={recommended} />}
      {comments.length > 0 && <NewestComments comments={comments} />}
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
        {articles.map(({ id, path, title }, index) => (
          <li key={id}>
            <span className="home-recommended-number dim">{index + 1}</span>
            <Link className="hover-line" to={path}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
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
        {comments.map(({ id, authorId, nickname, avatar, guest, text, createdAt, article }) => (
          <li key={id} data-author={authorId}>
            <Face name={nickname} picture={ownPicture(avatar)} />
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

/** The owner's card: contacts, and counts from one on. */
function SiteCard({ site, counts }: { site: SiteInfo; counts: Home['counts'] }) {
  return (
    <section className="home-card" aria-label="站点">
      <Cover article={banner} shape="banner" sizes="304px" />
      <Face name={site.authorName} picture={site.authorAvatar} size="xl" />
      <h2>{site.authorName}</h2>
      {site.authorIntro && <p className="type-small sub">{site.authorIntro}</p>}
      {site.authorPlace && (
        <p className="home-card-place row gap-1 type-note dim">
          <Icon name="place" />
          {site.authorPlace}
        </p>
      )}
      <ul className="row row-wrap gap-5">
        <Total words="篇文章" to="/archive" count={counts.articles} />
        <Total words="个分类" to="/category" count={counts.categories} />
        <Total words="个标签" to="/tags" count={counts.tags} />
      </ul>
      <Contacts site={site} />
    </section>
  );
}

function Total({ words, to, count }: { words: string; to: string; count: number }) {
  if (count === 0) return null;
  return (
    <li className="type-tiny dim">
      <Link to={to}>
        <b className="ink">{figures(count)}</b> {words}
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
    <div className="home-social row row-wrap">
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
