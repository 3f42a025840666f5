import { Failure } from '@mojian/contract/platform/failures';
import { requirePublicText } from '../../content/drafts/save-draft.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { articleFile } from './article-file.ts';
import { listArticles } from './content.queries.ts';
import { toAddresses } from './picture-links.ts';

/**
 * The text readers see of an article, as the content export writes it, so that it can be imported again; its pictures
 * stay where they are. @throws Failure not-found for what nobody may read yet.
 */
export async function showMarkdown(db: Db, viewer: Viewer, id: number) {
  await requirePublicText(db, viewer, id);
  const [article] = await listArticles(db, [id]);
  if (!article) throw new Failure('not-found', '文章不存在', 'id');
  const { name, content } = articleFile(article, () => {});
  return { name: name.replace(/^articles\//, ''), text: toAddresses(content) };
}
