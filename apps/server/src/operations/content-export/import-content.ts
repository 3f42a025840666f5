import { basename, join } from 'node:path';
import { ZodError } from 'zod';
import { keepIdsAhead } from '../../platform/db/dialect.ts';
import type { Outcome } from '../import/import-file.ts';
import type { Imported } from '../import/import-folder.ts';
import type { ContentImport, Given } from './content-import.ts';
import { importArticle, importDraft } from './import-article.ts';
import { importAuthors, importLists, importSettings, importShelves } from './import-lists.ts';
import { importPictures } from './import-pictures.ts';
import { listMarkdown } from './read-export.ts';

type OnFile = (imported: Imported, done: number, total: number) => void;

/**
 * Brings an export of a site into this one. Into an empty site everything comes back as it was, numbers included; in one
 * with content only what is not there is added, and settings that were ever saved stay.
 */
export async function importContent(given: Given, onFile: OnFile = () => {}) {
  const work: ContentImport = { ...given, authorId: 0, authors: new Map(), series: new Map(), ids: new Map() };
  const files = (await listMarkdown(join(work.folder, 'articles'))).map((name) => join(work.folder, 'articles', name));
  const done: Imported[] = [];
  const report = (key: string, outcome: Outcome) =>
    onFile({ key, ...outcome }, done.push({ key, ...outcome }), files.length);

  await importPictures(work, report);
  await importAuthors(work);
  work.authorId = await given.authorId();
  await importShelves(work);
  for (const path of files) report(`articles/${basename(path)}`, await attempt(() => importArticle(work, path)));
  for (const name of await listMarkdown(join(work.folder, 'drafts'))) {
    const failed = await attempt(() => importDraft(work, work.folder, name));
    if (failed) report(`drafts/${name}`, failed);
  }
  await importLists(work);
  await importSettings(work);
  if (!work.dryRun) await keepIdsAhead(work.db, work.dialect, 'articles');
  return done;
}

/** One file that fails keeps no other back. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Outcome> {
  try {
    return await work();
  } catch (error) {
    const reason =
      error instanceof ZodError ? `front matter 的 ${error.issues[0]?.path.join('.')} 不对` : (error as Error).message;
    return { kind: 'failed', reason, warnings: [] };
  }
}
