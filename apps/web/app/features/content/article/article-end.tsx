import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { figures } from '../../../ui/figures.ts';
import { Colophon } from './colophon.tsx';

/** What follows the text: tags, a word of thanks, the colophon, the neighbours. */
export function ArticleEnd({ article, site, rewards }: { article: ArticleInfo; site: SiteInfo; rewards: boolean }) {
  const { tags, locked, readType } = article;
  const isOwn = readType === readTypes.onlyAuthor;
  return (
    <>
      {tags.length > 0 && (
        <div className="ends">
          {tags.map(({ id, name }) => (
            <a key={id} className="chip" href={`/tags?id=${id}`}>
              {name}
            </a>
          ))}
        </div>
      )}
      <div className="thanks" hidden={locked || isOwn}>
        <p>读到这里，谢谢你的时间。</p>
        <div className="go">
          <button type="button" className="btn" data-do="share">
            <Icon name="share" />
            分享
          </button>
          {rewards && (
            <button type="button" className="btn" data-do="reward">
              <Icon name="gift" />
              赞赏
            </button>
          )}
        </div>
        <p className="meta">{regards(article)}</p>
      </div>
      <Colophon article={article} url={site.url + article.path} />
      <Neighbours {...article} />
    </>
  );
}

/** “186 人喜欢，32 条评论”: what is none yet is not mentioned. */
function regards({ likes, collects, comments, commenting }: ArticleInfo) {
  const counts: [number, string][] = [
    [likes, '人点赞'],
    [collects, '人收藏'],
    [commenting === 'hidden' ? 0 : comments, '条评论'],
  ];
  return counts.flatMap(([count, words]) => (count > 0 ? [`${figures(count)} ${words}`] : [])).join('，');
}

function Neighbours({ previous, next }: Pick<ArticleInfo, 'previous' | 'next'>) {
  if (!previous && !next) return null;
  return (
    <nav className="pn" aria-label="上一篇与下一篇">
      {previous && (
        <a href={previous.path}>
          <span className="meta">
            <Icon name="left" />
            上一篇
          </span>
          <b>{previous.title}</b>
        </a>
      )}
      {next && (
        <a className="to-next" href={next.path}>
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
