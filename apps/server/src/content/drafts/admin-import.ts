import { randomUUID } from 'node:crypto';
import { articleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { recording } from '../../core/audit/audit.ts';
import { articleAsFile } from '../../operations/content-export/article-as-file.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readMarkdownFile } from '../markdown-files/read-markdown-file.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isReadable, mayRemove } from './drafts.policy.ts';
import { findWithDraft } from './drafts.queries.ts';
import { createDraft } from './save-draft.ts';

/**
 * Begins a draft of the viewer's own with what a file says; its pictures become their own.
 * @throws Failure blaming `file` for what cannot be read.
 */
export async function importFile(parts: { db: Db; storage: Storage }, viewer: Viewer, file: UploadedFile) {
  const { name, found, pictures, warnings } = await readMarkdownFile(parts, viewer, file);
  const content = articleContent.parse(found);
  const { id } = await createDraft(parts.db, viewer, { key: randomUUID(), content });
  const { title } = content;
  const record = recording(viewer, { act: 'articles.import', subject: `article:${id}`, after: { name, title } });
  await parts.db.transaction().execute(record);
  return { id, title, pictures, warnings };
}

/** What readers see of an article, as a file that can be imported again. @throws Failure not-found for what nobody may read yet. */
export async function showMarkdown(db: Db, viewer: Viewer, id: number) {
  const article = await findWithDraft(db, id);
  if (!article || !isReadable(article) || !mayRemove(viewer, article) || article.removedAt !== null)
    throw new Failure('not-found', '还没有可以导出的正文', 'id');
  return articleAsFile(db, id);
}
