import type { ArticleInfo } from '@mojian/contract/content/articles';
import { pictureSet } from '@mojian/contract/core/picture-set';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Cover, focusOf } from '../../../ui/cover.tsx';
import { opensWith } from './article-head.tsx';
import './album.css';

type Album = NonNullable<ArticleInfo['album']>;

/** Cover of an album: the photograph over the whole window, with title and data on a veil of ink. */
export function AlbumHead({ article, album }: { article: ArticleInfo; album: Album }) {
  const { title, summary, html, readType } = article;
  return (
    <header className={`album-cover album-veil-${album.veil}`}>
      <CoverPicture article={article} />
      <div className="album-words">
        <div className="album-words-in">
          <div className="album-title">
            <p className="album-label">
              影集
              {readType !== readTypes.free && (
                <span className="album-lock">
                  <Icon name="lock" />
                  {readType === readTypes.onlyAuthor ? '仅自己可见' : '部分照片'}
                </span>
              )}
            </p>
            <h1>{title}</h1>
            {summary && !opensWith(html, summary) && <p className="album-stand">{summary}</p>}
          </div>
          <AlbumData article={article} album={album} />
        </div>
      </div>
      <a className="album-down icon-button" href="#album" aria-label="往下看">
        <Icon name="down" />
      </a>
    </header>
  );
}

/** The author's cover or the first photograph, however small; else the drawn cover. */
function CoverPicture({ article }: { article: ArticleInfo }) {
  const { cover } = article;
  if (!cover) return <Cover article={article} shape="banner" sizes="100vw" eager />;
  return (
    <img
      className="album-cover-picture"
      src={cover}
      srcSet={pictureSet(cover)}
      sizes="max(100vw, 150vh)"
      alt=""
      fetchPriority="high"
      decoding="async"
      {...focusOf(article)}
    />
  );
}

function AlbumData({ article: { author, original, sourceAuthor }, album }: { article: ArticleInfo; album: Album }) {
  const { place, time, pictures } = album;
  return (
    <dl className="album-data">
      <dt>摄影</dt>
      <dd>{original || !sourceAuthor ? <a href={`/user/${author.id}`}>{author.nickname}</a> : sourceAuthor}</dd>
      {place && (
        <>
          <dt>地点</dt>
          <dd>{place}</dd>
        </>
      )}
      {time && (
        <>
          <dt>时间</dt>
          <dd>{time}</dd>
        </>
      )}
      {pictures > 1 && (
        <>
          <dt>张数</dt>
          <dd>{pictures}</dd>
        </>
      )}
    </dl>
  );
}
