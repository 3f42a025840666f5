import type { ArticleContent } from '@mojian/contract/content/article-content';
import { coverNumber } from '@mojian/contract/core/cover-number';
import { Cover } from '../../../../../ui/cover.tsx';
import { useShownPicture } from '../../../../../ui/shown-pictures.ts';
import type { SettingsProps } from '../settings-props.ts';
import { crumbsOf, cutLikeSearch, descriptionColumns, titleColumns } from './cut.ts';

type Props = {
  content: ArticleContent;
  site: SettingsProps['site'];
  id: number | undefined;
  description: string;
};

/** One result of a search engine, cut where those cut. */
export function SearchPreview({ content, site, id, description }: Props) {
  const title = `${content.title || '还没有标题'} · ${site.name}`;
  return (
    <figure className="result">
      <figcaption>搜索结果里</figcaption>
      <div className="result-card">
        <p className="way">{crumbsOf(`${site.url}/article/${id ?? ''}`)}</p>
        <p className="name">{cutLikeSearch(title, titleColumns)}</p>
        <p className="about">{cutLikeSearch(description || '还没有正文', descriptionColumns)}</p>
      </div>
    </figure>
  );
}

/** The card that chats and social networks make of a link: the picture at 1.91 : 1. */
export function SharePreview({ content, site, description }: Props) {
  const { title, focusX, focusY } = content;
  const cover = useShownPicture(content.cover) ?? '';
  const picture = { cover, focusX, focusY, coverNumber: coverNumber(title, content.coverNumber) };
  return (
    <figure className="share-to">
      <figcaption>分享出去时</figcaption>
      <div className="share-card">
        <Cover article={picture} sizes="280px" />
        <p className="where">{new URL(site.url).host}</p>
        <p className="name">{title || '还没有标题'}</p>
        <p className="about">{cutLikeSearch(description, descriptionColumns / 2)}</p>
      </div>
    </figure>
  );
}
