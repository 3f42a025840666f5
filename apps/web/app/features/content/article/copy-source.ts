import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { sayCopied } from '../../../ui/say-copied.ts';

/** Names the article in what is copied from its text; the shell does so for all other texts. */
export function watchCopying(body: HTMLElement, article: ArticleInfo, site: SiteInfo, signal: AbortSignal) {
  const onCopy = (event: ClipboardEvent) => {
    event.stopPropagation();
    sayCopied(event, () => sourceLines(article, site));
  };
  body.addEventListener('copy', onCopy, { signal });
}

function sourceLines({ path, title, author, original }: ArticleInfo, site: SiteInfo) {
  return [
    `${original ? '作者' : '转载'}：${author.nickname}`,
    `来源：${site.name}《${title}》`,
    `链接：${site.url}${path}`,
  ];
}
