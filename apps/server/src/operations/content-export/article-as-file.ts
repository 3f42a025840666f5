import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { articleFile } from './article-file.ts';
import { listArticles } from './content.queries.ts';
import { toAddresses } from './picture-links.ts';

/** One article as the content export writes it; its pictures stay where they are. @throws Failure not-found. */
export async function articleAsFile(db: Db, id: number) {
  const [article] = await listArticles(db, [id]);
  if (!article) throw new Failure('not-found', '文章不存在', 'id');
  const { name, content } = articleFile(article, () => {});
  return { name: name.replace(/^articles\//, ''), text: toAddresses(content) };
}
