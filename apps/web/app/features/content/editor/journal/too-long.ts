import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { longestArticle, longestArticleTitle } from '@mojian/contract/platform/rules';

/** What the server would refuse anyway: megabytes are not sent to hear that. */
export function tooLong({ title, markdown }: ArticleContent) {
  if (title.trim().length > longestArticleTitle)
    return new Failure('invalid-input', `标题有 ${title.trim().length} 个字，最多 ${longestArticleTitle} 个`, 'title');
  if (markdown.length > longestArticle)
    return new Failure(
      'invalid-input',
      `正文有 ${markdown.length} 个字，最多 ${longestArticle} 个，请分成几篇`,
      'markdown',
    );
  return undefined;
}
