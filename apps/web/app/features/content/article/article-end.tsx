import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import type { ReactNode } from 'react';
import { SiteSeal } from '../../../site/site-seal.tsx';
import { countText, figures } from '../../../ui/figures.ts';
import { type ArticleAction, part, triggerProps } from './article-page.ts';

/** Tags, thanks, copyright notice, and previous and next article. */
export function ArticleEnd({
  article,
  site,
  hasRewards,
}: {
  article: ArticleInfo;
  site: SiteInfo;
  hasRewards: boolean;
}) {
  const { tags, locked, readType } = article;
  const isOwn = readType === readTypes.onlyAuthor;
  return (
    <>
      {tags.length > 0 && (
        <div className="article-ends">
          {tags.map(({ id, name }) => (
            <a key={id} className="chip" href={`/tags?id=${id}`}>
              {name}
            </a>
          ))}
        </div>
      )}
      <div className="article-thanks stack gap-4" hidden={locked || isOwn} {...part('unlocked')}>
        <p>读到这里，谢谢你的时间。</p>
        <div className="article-go">
          {article.kind !== 'page' && <Like count={article.likes} />}
          {!article.author.guest && (
            <button type="button" className="btn" {...triggerProps('follow')} {...part('for-others')}>
              关注
            </button>
          )}
          <button type="button" className="btn" {...triggerProps('share')}>
            <Icon name="share" />
            分享
          </button>
          {hasRewards && (
            <button type="button" className="btn" {...triggerProps('reward')}>
              <Icon name="gift" />
              赞赏
            </button>
          )}
        </div>
        <p className="meta">{countsLine(article)}</p>
      </div>
      <Colophon article={article} url={site.url + article.path} licence={site.licence} />
      <Neighbours {...article} />
    </>
  );
}

/** Formats counts above zero, such as “186 人收藏，32 条评论”. */
function countsLine({ collects, comments, commenting }: ArticleInfo) {
  const counts: [number, string][] = [
    [collects, '人收藏'],
    [commenting === 'hidden' ? 0 : comments, '条评论'],
  ];
  return counts.flatMap(([count, words]) => (count > 0 ? [`${figures(count)} ${words}`] : [])).join('，');
}

function Neighbours({ previous, next }: Pick<ArticleInfo, 'previous' | 'next'>) {
  if (!previous && !next) return null;
  return (
    <nav className="article-pn" aria-label="上一篇与下一篇">
      {previous && (
        <a className="stack gap-1-5" href={previous.path}>
          <span className="meta">
            <Icon name="left" />
            上一篇
          </span>
          <b>{previous.title}</b>
        </a>
      )}
      {next && (
        <a className="article-to-next stack gap-1-5" href={next.path}>
          <span className="meta">
            下一篇
            <Icon name="right" />
          </span>
          <b>{next.title}</b>
        </a>
      )}
    </nav>
  );
}

type Props = {
  rewards: boolean;
  article: Pick<ArticleInfo, 'kind' | 'path' | 'likes' | 'collects' | 'comments' | 'commenting' | 'readType'>;
  contents?: 'now' | 'later' | 'never';
};

/** Drawn as a field, on phones, in place of the link to the comments; leads into the real field. */
export function DockField({ commenting, readType }: Pick<ArticleInfo, 'commenting' | 'readType'>) {
  if (readType === readTypes.onlyAuthor || commenting !== 'open') return null;
  return (
    <a className="article-dock-field" href="#write" {...triggerProps('write')}>
      写评论…
    </a>
  );
}

/** Action buttons; `actions.ts` has what they do. */
export function Actions({ rewards, article, contents = 'never' }: Props) {
  // an article visible to its author alone has nothing to share
  const isOwn = article.readType === readTypes.onlyAuthor;
  const hasLikes = !isOwn && article.kind !== 'page';
  return (
    <>
      {hasLikes && <Like count={article.likes} />}
      {hasLikes && (
        <Switch action="collect" counter="collects" word="收藏" count={article.collects}>
          <span className="icon-button" aria-hidden="true">
            <Icon name="star" />
          </span>
        </Switch>
      )}
      {!isOwn && article.commenting !== 'hidden' && (
        <a className="article-act stack" href="#comments">
          <span className="icon-button" aria-hidden="true">
            <Icon name="talk" />
          </span>
          <span className="visually-hidden">评论</span>
          <span {...part('comments')}>{countText(article.comments)}</span>
        </a>
      )}
      {contents !== 'never' && (
        <Action action="contents" word="目录" hidden={contents === 'later'} {...part('with-contents')}>
          <Icon name="list" />
        </Action>
      )}
      {!isOwn && (
        <Action action="share" word="分享">
          <Icon name="share" />
        </Action>
      )}
      <Action action="look" word="阅读设置">
        <Icon name="type" />
      </Action>
      <a className="article-act article-act-book stack" href={`${article.path}/read`}>
        <span className="icon-button" aria-hidden="true">
          <Icon name="focus" />
        </span>
        <span>专注阅读</span>
      </a>
      {rewards && !isOwn && (
        <Action action="reward" word="赞赏">
          <b>赏</b>
        </Action>
      )}
    </>
  );
}

type ActionProps = React.ComponentProps<'button'> & { action: ArticleAction; word: string };

function Action({ action, word, children, ...others }: ActionProps) {
  return (
    <button type="button" className="article-act stack" {...triggerProps(action)} {...others}>
      <span className="icon-button" aria-hidden="true">
        {children}
      </span>
      <span>{word}</span>
    </button>
  );
}

/** An empty seal, which a like stamps (`ink.ts`). */
function Like({ count }: { count: number }) {
  return (
    <Switch action="like" counter="likes" word="点赞" count={count}>
      <b className="article-seal" aria-hidden="true">
        赞
      </b>
    </Switch>
  );
}

type SwitchProps = {
  action: 'like' | 'collect';
  counter: 'likes' | 'collects';
  word: string;
  count: number;
  children: ReactNode;
};

/** Toggle button, off in the served HTML; `acts.ts` updates it for the member. */
function Switch({ action, counter, word, count, children }: SwitchProps) {
  return (
    <button type="button" className="article-act stack" {...triggerProps(action)} aria-pressed="false">
      {children}
      <span className="visually-hidden">{word}</span>
      <span {...part(counter)}>{countText(count)}</span>
    </button>
  );
}

type ColophonProps = { article: ArticleInfo; url: string; licence: SiteInfo['licence'] };

function Colophon({ article, url, licence }: ColophonProps) {
  const { title, author, original, sourceUrl, sourceAuthor } = article;
  const isOthers = !original && sourceAuthor !== '';
  return (
    <section className="article-colophon" aria-label="版权声明">
      <SiteSeal className="article-stamp" />
      <dl>
        <dt>标题</dt>
        <dd>{title}</dd>
        <dt>作者</dt>
        <dd>
          {isOthers ? sourceAuthor : author.nickname}（{original ? '原创' : '转载'}）
        </dd>
        {isOthers && (
          <>
            <dt>转载</dt>
            <dd>{author.nickname}</dd>
          </>
        )}
        <dt>本文链接</dt>
        <dd>
          <a href={url}>{url}</a>
        </dd>
        {!original && sourceUrl && (
          <>
            <dt>原文</dt>
            <dd>
              <Source address={sourceUrl} />
            </dd>
          </>
        )}
        <dt>许可</dt>
        <dd>{original ? <Licence {...licence} /> : '本文为转载，版权归原作者所有，再转载请先取得原作者许可。'}</dd>
      </dl>
    </section>
  );
}

function Licence({ name, words, address }: SiteInfo['licence']) {
  if (name === '') return `${words}，转载请先取得作者许可。`;
  return (
    <>
      {words} <Outward href={address}>{name}</Outward>，转载请保留以上各项。
    </>
  );
}

function Source({ address }: { address: string }) {
  return /^https?:\/\//.test(address) ? <Outward href={address}>{address}</Outward> : address;
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
