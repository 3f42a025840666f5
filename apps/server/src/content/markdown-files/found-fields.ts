import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import {
  longestArticleTitle,
  longestKeywords,
  longestName,
  longestSlug,
  longestSummary,
  mostTags,
} from '@mojian/contract/platform/rules';
import { isSlug } from '../slugs/slug-shape.ts';
import type { Said } from './fields.ts';

type Found = Omit<MarkdownFile['found'], 'markdown'>;

/** What a file said of its article, as far as there is room for it. What does not fit is told. */
export function foundFields(said: Said, title: string): { found: Found; warnings: string[] } {
  const warnings: string[] = [];
  const fit = (label: string, text: string, most: number) => {
    if ([...text].length > most) warnings.push(`${label}太长，只留下前 ${most} 个字`);
    return text.slice(0, most).toWellFormed();
  };
  const name = (label: string, text: string) => {
    if (text.length <= longestName) return text;
    warnings.push(`${label}「${text.slice(0, 20)}…」太长，没有采用`);
    return '';
  };
  if (said.otherCategories.length > 0)
    warnings.push(`一篇文章只有一个分类，没有采用：${said.otherCategories.join('、')}`);
  const found = {
    title: fit('标题', title, longestArticleTitle),
    summary: fit('摘要', said.summary, longestSummary),
    category: name('分类', said.category ?? ''),
    tags: chooseTags(said.tags.map((tag) => name('标签', tag)).filter(Boolean), warnings),
    keywords: fit('关键词', said.keywords, longestKeywords),
    sourceUrl: said.source.length <= 500 ? said.source : '',
    ...(said.original !== undefined && { original: said.original }),
    ...(said.original === false && { sourceAuthor: name('作者', said.author) }),
    slug: said.slug.length <= longestSlug && isSlug(said.slug) ? said.slug : '',
  };
  return { found: withoutEmpty(found), warnings };
}

function chooseTags(tags: string[], warnings: string[]) {
  const all = [...new Set(tags)];
  if (all.length > mostTags) warnings.push(`标签最多 ${mostTags} 个，没有采用：${all.slice(mostTags, 20).join('、')}`);
  return all.slice(0, mostTags);
}

/** What the file did not say must not empty what the author has. */
function withoutEmpty(found: Found): Found {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'boolean' || value?.length));
}
