import type { Outcome } from './import-file.ts';
import type { Imported } from './import-folder.ts';

const words: Record<Outcome['kind'], string> = {
  added: '新增',
  updated: '更新',
  unchanged: '未变',
  draft: '草稿',
  skipped: '跳过',
  failed: '失败',
};

/** One file, in one line. */
export function fileLine({ key, kind, id, reason }: Imported, done: number, total: number) {
  const target = id === undefined ? '' : ` → /article/${id}`;
  return `[${done}/${total}] ${words[kind]} ${key}${reason ? `：${reason}` : target}`;
}

/** How many of each, and for every file that is not as its author may expect, why. */
export function summary(imported: Imported[]) {
  const counts = Object.entries(words).map(
    ([kind, word]) => `${word} ${imported.filter((one) => one.kind === kind).length}`,
  );
  const reasons = imported.flatMap(({ key, kind, reason, warnings }) => [
    ...(reason ? [`  ${words[kind]} ${key}：${reason}`] : []),
    ...warnings.map((warning) => `  留意 ${key}：${warning}`),
  ]);
  return [`共 ${imported.length} 个文件：${counts.join('，')}`, ...reasons].join('\n');
}
