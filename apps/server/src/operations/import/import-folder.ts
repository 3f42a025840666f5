import { realpath, stat } from 'node:fs/promises';
import { BrokenFrontMatter } from '../../content/markdown-files/front-matter.ts';
import { UnreadableFile } from '../../content/markdown-files/read-text.ts';
import { type ImportContext, type ImportDeps, importMarkdownFile, type Outcome } from './import-file.ts';
import { createPosts, findFiles, type SourceFile } from './posts.ts';
import { firstCommits } from './readers/markdown/dates.ts';

export type Imported = Outcome & { key: string };

type Options = Pick<ImportContext, 'authorId' | 'dryRun' | 'overwrite'> & {
  onFile?: (imported: Imported, done: number, total: number) => void;
};

/**
 * Imports all Markdown files of a folder one by one; a failing file does not stop the others. @throws Error in Chinese
 * when there is no such folder
 */
export async function importFolder(deps: ImportDeps, path: string, { onFile = () => {}, ...options }: Options) {
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

  for (const file of files) report({ key: file.key, ...(await tryFile(deps, context, file)) });
  for (const key of links) report({ key, kind: 'skipped', reason: '符号链接，没有跟进', warnings: [] });
  return done;
}

async function realFolder(path: string) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`没有这个文件夹：${path}`);
  if (!found.isDirectory()) throw new Error(`这不是文件夹：${path}`);
  return realpath(path);
}

async function tryFile(deps: ImportDeps, context: ImportContext, file: SourceFile): Promise<Outcome> {
  try {
    return await importMarkdownFile(deps, context, file);
  } catch (error) {
    const isTheFiles = error instanceof UnreadableFile || error instanceof BrokenFrontMatter;
    const reason = isTheFiles ? error.message : `出了意外：${(error as Error).message}`;
    return { kind: 'failed', reason, warnings: [] };
  }
}
