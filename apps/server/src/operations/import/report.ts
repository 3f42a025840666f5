import { replacePassages } from '@mojian/markdown/text';
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

export function fileLine({ key, kind, id, reason }: Imported, done: number, total: number) {
  const target = id === undefined ? '' : ` → /article/${id}`;
  return `[${done}/${total}] ${words[kind]} ${key}${reason ? `：${reason}` : target}`;
}

/** Counts results and groups reasons and warnings of one kind. */
export function summary(imported: Imported[]) {
  const counts = Object.entries(words).map(
    ([kind, word]) => `${word} ${imported.filter((one) => one.kind === kind).length}`,
  );
  const groups = groupWarnings(imported);
  const many = groups.filter(({ count }) => count > few);
  const grouped = new Set(many.map(({ kind }) => kind));
  const lines = imported.flatMap(({ key, kind, reason, warnings }) => [
    ...(reason ? [`  ${words[kind]} ${key}：${reason}`] : []),
    ...warnings.filter((one) => !grouped.has(kindOf(one))).map((warning) => `  留意 ${key}：${warning}`),
  ]);
  const totals = many.map(({ kind, count, keys }) => `  留意 ${kind}：共 ${count} 个文件，如 ${keys.join('、')}`);
  return [`共 ${imported.length} 个文件：${counts.join('，')}`, ...totals, ...lines].join('\n');
}

const few = 5;

/** Groups warnings by kind, commonest first, with the first few files. */
export function groupWarnings(imported: Pick<Imported, 'key' | 'warnings'>[]) {
  const groups = new Map<string, string[]>();
  for (const { key, warnings } of imported)
    for (const kind of new Set(warnings.map(kindOf)))
      groups
        .set(kind, groups.get(kind) ?? [])
        .get(kind)
        ?.push(key);
  return [...groups]
    .map(([kind, keys]) => ({ kind, count: keys.length, keys: keys.slice(0, 3) }))
    .sort((one, other) => other.count - one.count);
}

const quotation = { opening: /「/g, closing: /」/g };

/** Masks the quoted parts of a warning. */
function kindOf(warning: string) {
  return replacePassages(warning, quotation, () => '「…」')
    .replace(/^图片 .*?：/s, '图片：')
    .replace(/^\d+ 张/, '');
}
