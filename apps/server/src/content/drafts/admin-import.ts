import { randomUUID } from 'node:crypto';
import { articleContent } from '@mojian/contract/content/article-content';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { recording } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { readMarkdownFile } from '../markdown-files/read-markdown-file.ts';
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
