import type { BatchResult } from '@mojian/contract/platform/batch';
import { api } from '../../platform/http-api.ts';
import { saveFile } from '../../platform/listing/save-file.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { zipOf } from './zip.ts';

/** Saves the chosen ones as Markdown: one as it is, several in a zip. What nobody may read yet is told as failed. */
export async function exportFiles(ids: number[]): Promise<BatchResult> {
  const files: { name: string; text: string }[] = [];
  const failed: BatchResult['failed'] = [];
  for (const id of ids)
    await api.articles.markdown({ query: { id } }).then(
      (file) => files.push(file),
      (error: unknown) => failed.push({ id, why: wordsOf(error) }),
    );
  const [first, ...others] = files;
  if (first && others.length === 0) saveFile(first.name, new Blob([first.text], { type: 'text/markdown' }));
  else if (first) saveFile('文章.zip', zipOf(files));
  return { done: files.length, failed };
}
