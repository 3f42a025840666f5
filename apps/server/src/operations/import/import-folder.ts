import { realpath, stat } from 'node:fs/promises';
import { BrokenFrontMatter } from '../../content/markdown-files/front-matter-error.ts';
import { UnreadableFile } from '../../content/markdown-files/read-text.ts';
import { findFiles, type SourceFile } from './find-files.ts';
import { firstCommits } from './first-commits.ts';
import { type ImportContext, type ImportParts, importFile, type Outcome } from './import-file.ts';
import { createPosts } from './posts.ts';

export type Imported = Outcome & { key: string };

type Options = Pick<ImportContext, 'authorId' | 'dryRun' | 'overwrite'> & {
  /** Told of every file as it is done. */
  onFile?: (imported: Imported, done: number, total: number) => void;
};

/**
 * Imports all Markdown files of a folder, one after the other, each for itself: one that fails keeps no other back.
 * @throws Error in Chinese when the folder is none.
 */
export async function importFolder(parts: ImportParts, path: string, { onFile = () => {}, ...options }: Options) {
  const folder = await realFolder(path);
  const { files, links } = await findFiles(folder);
  let commits: Promise<Map<string, number>> | undefined;
  const committedAt = async (key: string) => {
    commits ??= firstCommits(folder);
    return (await commits).get(key);
  };
  const context = { ...options, folder, posts: createPosts(files), committedAt };
  const total = files.length + links.length;
  const done: Imported[] = [];
  const report = (imported: Imported) => onFile(imported, done.push(imported), total);

  for (const file of files) report({ key: file.key, ...(await tryFile(parts, context, file)) });
  for (const key of links) report({ key, kind: 'skipped', reason: '符号链接，没有跟进', warnings: [] });
  return done;
}

async function realFolder(path: string) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`没有这个文件夹：${path}`);
  if (!found.isDirectory()) throw new Error(`这不是文件夹：${path}`);
  return realpath(path);
}

async function tryFile(parts: ImportParts, context: ImportContext, file: SourceFile): Promise<Outcome> {
  try {
    return await importFile(parts, context, file);
  } catch (error) {
    const isTheFiles = error instanceof UnreadableFile || error instanceof BrokenFrontMatter;
    const reason = isTheFiles ? error.message : `出了意外：${(error as Error).message}`;
    return { kind: 'failed', reason, warnings: [] };
  }
}
