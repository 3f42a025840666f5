import type { ArticleContent } from '@mojian/contract/content/article-content';
import { longestArticle, longestArticleTitle, mostTags } from '@mojian/contract/platform/rules';
import { whyNotAt } from '../schedule.ts';
import type { Field } from '../use-settings.ts';

export type Lack = { field: Field; text: string };

type Given = { content: ArticleContent; publishAt: string; now: number };

/** What has to be mended before an article can be handed in, in the order of the page. */
export function lacksOf({ content, publishAt, now }: Given): Lack[] {
  const { title, markdown, tags } = content;
  const late = whyNotAt(publishAt, now);
  return [
    title.trim() === '' && lack('title', '还没有标题'),
    title.length > longestArticleTitle && lack('title', `标题有 ${title.length} 个字，最多 ${longestArticleTitle} 个`),
    markdown.trim() === '' && lack('markdown', '正文还空着'),
    markdown.length > longestArticle && lack('markdown', '正文太长，请分成几篇'),
    tags.length > mostTags && lack('tags', `标签最多 ${mostTags} 个`),
    ...sourceLacks(content),
    late !== undefined && lack('publishAt', late),
  ].filter((one) => one !== false);
}

function sourceLacks({ original, sourceUrl }: ArticleContent) {
  if (original) return [];
  const wrong = whyNotFrom(sourceUrl);
  return [
    wrong !== undefined && lack('sourceUrl', wrong),
    sourceUrl.trim() === '' && lack('sourceUrl', '转载请写明来源网址'),
  ];
}

/** Why this is no address to send readers to; '' is none, and no mistake. */
export function whyNotFrom(address: string) {
  const isAddress = /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i.test(address.trim()) && URL.canParse(address.trim());
  return address.trim() === '' || isAddress ? undefined : '请输入正确的网址，以 http:// 或 https:// 开头';
}

const lack = (field: Field, text: string): Lack => ({ field, text });
