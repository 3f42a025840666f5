import type { ArticleContent } from '@mojian/contract/content/article-content';
import { readTypes } from '@mojian/contract/platform/rules';
import { type Openers, shutToWriter, whyShut } from '../../../article/why-shut.ts';
import type { Lack } from './lacks.ts';

/** A title longer than this is cut by search engines. */
const longTitle = 30;

/** What could be better, and need not be: nothing here keeps an article back. */
export function hintsFor(content: ArticleContent, site: Openers): Lack[] {
  const shut = shutToWriter[whyShut(content, site)];
  const isPrivate = content.readType === readTypes.onlyAuthor;
  const { title, cover, summary, category, tags, markdown } = content;
  const text = withoutCode(markdown);
  const silent = count(text, /!\[\s*\]\(/g);
  const nowhere = count(text, /(?<!!)\[[^\]\n]+\]\(\s*(?:#|https?:\/*)?\s*\)/g);
  const hints: (Lack | false)[] = [
    shut !== '' && { field: 'readType', text: shut },
    title.length > longTitle && !isPrivate && { field: 'title', text: `标题有 ${title.length} 个字，搜索结果里放不下` },
    silent > 0 && { field: 'markdown', text: `${silent} 张图片还没有写替代文字` },
    nowhere > 0 && { field: 'markdown', text: `${nowhere} 个链接没有去处` },
    cover === '' && { field: 'cover', text: '没有放照片，封面用画的' },
    summary === '' && { field: 'summary', text: '摘要会取正文的开头' },
    category === '' && { field: 'category', text: '没有选分类' },
    tags.length === 0 && !isPrivate && { field: 'tags', text: '没有标签，相关的文章不容易找到它' },
  ];
  return hints.filter((one) => one !== false);
}

function withoutCode(markdown: string) {
  return markdown.replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1[`~]*\s*$/gm, '').replace(/(`+)[^`][\s\S]*?\1/g, '');
}

function count(text: string, pattern: RegExp) {
  return text.match(pattern)?.length ?? 0;
}
