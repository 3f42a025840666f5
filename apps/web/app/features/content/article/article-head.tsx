import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useHas } from '../../../site/features-on.ts';
import { Count } from '../../../ui/count.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime, longDate } from '../../../ui/moment.tsx';
import { part, triggerProps } from './article-page.ts';
import { type UnlockSettings, whyLocked } from './why-locked.ts';

export function ArticleHead({ article }: { article: ArticleInfo }) {
  const { kind, category, original, title, summary, locked, readType, html } = article;
  const isPage = kind === 'page';
  return (
    <header className="article-head">
      <div className="row">
        {category && (
          <a className="label" href={`/category?id=${category.id}`}>
            {category.name}
          </a>
        )}
        {!isPage && (
          <span className={original ? 'origin-mark' : 'origin-mark origin-mark-repost'}>
            {original ? '原创' : '转载'}
          </span>
        )}
        {readType === readTypes.onlyAuthor && (
          <span className="meta how">
            <span>
              <Icon name="lock" />
              仅自己可见
            </span>
          </span>
        )}
        {locked && (
          <span className="meta how" {...part('locked')}>
            <span>
              <Icon name="lock" />
              {unlockTexts[readType]?.how}
            </span>
          </span>
        )}
      </div>
      <h1>{title}</h1>
      {summary && !isPage && !opensWith(html, summary) && <p className="article-stand">{summary}</p>}
      {isPage ? <PageDate updatedAt={article.updatedAt} /> : <Byline article={article} />}
    </header>
  );
}

/** Date line of a page, which has no author or counts. */
function PageDate({ updatedAt }: Pick<ArticleInfo, 'updatedAt'>) {
  return (
    <p className="meta article-page-date">
      <time dateTime={updatedAt} title={exactTime(updatedAt)}>
        更新于 {longDate(updatedAt)}
      </time>
    </p>
  );
}

function Byline({ article }: { article: ArticleInfo }) {
  const { author, readType, publishedAt, updatedAt, words, minutes, views, likes, comments, commenting } = article;
  const has = useHas();
  const published = longDate(publishedAt);
  return (
    <div className="article-by">
      <Face name={author.nickname} picture={author.avatar} size="l" />
      <div>
        <div className="article-writer-line">
          <b>
            <a href={`/user/${author.id}`}>{author.nickname}</a>
          </b>
          {author.guest ? (
            <span className="badge">访客</span>
          ) : (
            readType !== readTypes.onlyAuthor && (
              <>
                <button
                  type="button"
                  className="btn btn-sm scripted"
                  {...triggerProps('follow')}
                  {...part('for-others')}
                >
                  关注
                </button>
                {has('privateChat') && (
                  <a href={`/im?userId=${author.id}`} {...part('for-others')}>
                    私聊
                  </a>
                )}
              </>
            )
          )}
        </div>
        <div className="meta">
          <time dateTime={publishedAt} title={exactTime(publishedAt)}>
            {published}
          </time>
          {longDate(updatedAt) !== published && (
            <time dateTime={updatedAt} title={exactTime(updatedAt)}>
              更新于 {longDate(updatedAt)}
            </time>
          )}
        </div>
      </div>
      <div className="meta push">
        <span>{figures(words)} 字</span>
        <span>约 {minutes} 分钟</span>
        <Count icon="eye" words="阅读" value={views} />
        <Count icon="heart" words="点赞" value={likes} part="likes" />
        {commenting !== 'hidden' && <Count icon="talk" words="评论" value={comments} part="comments" />}
      </div>
    </div>
  );
}

/** Whether the summary repeats the start of the text. */
export function opensWith(html: string, summary: string) {
  const visible = (text: string) => text.replace(/<[^<>]*>|\s/g, '');
  return visible(html.slice(0, 2000)).startsWith(visible(summary).slice(0, 20));
}

type UnlockText = { slip: string; how: string; words: string };

/** Unlock texts by `readType`. */
const unlockTexts: Record<number, UnlockText> = {
  1: { slip: '评论可读', how: '评论本文后可读', words: '写下一条评论，余下的就在原处展开。哪怕只是一声「来过」。' },
  2: { slip: '点赞可读', how: '点赞后可读', words: '点一个赞，让写的人知道有人读到了这里，余下的就在原处展开。' },
  3: {
    slip: '验证码可读',
    how: '关注公众号获取验证码后可读',
    words: '关注公众号，回复「验证码」获取验证码。一个验证码只能解锁一篇，只能用一次。',
  },
  4: { slip: '登录可读', how: '登录后可读', words: '这一篇只给登录的朋友。登录后回到这一行，不会找不到地方。' },
};

type Props = { article: ArticleInfo; site: Pick<SiteInfo, 'officialAccount'> & UnlockSettings };

/** Unlock box of a locked article; `actions.ts` has what its buttons do. */
export function UnlockBox({ article: { readType, words, commenting }, site }: Props) {
  const text = unlockTexts[readType];
  const locked = whyLocked({ readType, commenting }, site);
  if (!text) return null;
  return (
    <section className="article-gate sheet" aria-labelledby="gate" {...part('locked')}>
      <span className="slip" aria-hidden="true">
        {text.slip}
      </span>
      <div>
        <h2 id="gate">{text.how}</h2>
        <p>{text.words}</p>
        {locked === 'comments' || locked === 'account' ? (
          <p className="article-way">{lockedTexts[locked]}</p>
        ) : (
          <UnlockForm readType={readType} account={site.officialAccount} />
        )}
        {locked === 'registration' && <p className="dim">{lockedTexts[locked]}</p>}
        <p className="dim">全文 {figures(words)} 字</p>
      </div>
    </section>
  );
}

const lockedTexts = {
  comments: '评论已关闭，余下的部分暂时不能解锁。',
  account: '站长还没有接入公众号，暂时没有验证码，余下的部分不能解锁。',
  registration: '本站目前不开放注册，已有账号的登录后可读。',
};

function UnlockForm({ readType, account }: { readType: number; account: SiteInfo['officialAccount'] }) {
  if (readType === readTypes.afterComment)
    return (
      <p className="article-way">
        <a className="btn" href="#write" {...triggerProps('write')}>
          <Icon name="talk" />
          写评论
        </a>
      </p>
    );
  if (readType === readTypes.afterCode) return <CodeForm account={account} />;
  const isLike = readType === readTypes.afterLike;
  return (
    <p className="article-way scripted">
      <button className="btn" type="button" {...triggerProps(isLike ? 'like' : 'login')}>
        <Icon name={isLike ? 'heart' : 'user'} />
        {isLike ? '点赞并展开' : '登录'}
      </button>
    </p>
  );
}

function CodeForm({ account: { name, qrCode } }: { account: SiteInfo['officialAccount'] }) {
  return (
    <div className="article-by-code split row-wrap gap-6">
      <form className="scripted">
        <label className="stack gap-1-5 type-note">
          <span>{name ? `公众号「${name}」给的六位数字` : '公众号给的六位数字'}</span>
          <input
            className="input"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            {...part('code')}
          />
        </label>
        <button className="btn" type="submit" {...triggerProps('unlock')}>
          展开全文
        </button>
        <p className="error" role="alert" {...part('code-error')} />
      </form>
      {qrCode && (
        <img src={qrCode} alt={`公众号${name && `「${name}」`}的二维码`} width="132" height="132" loading="lazy" />
      )}
    </div>
  );
}
