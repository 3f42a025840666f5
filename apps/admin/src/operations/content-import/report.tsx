import type { ContentFound } from '@mojian/contract/operations/content';

type Kind = keyof ContentFound['counts'];
const kinds: Record<Kind, string> = {
  added: '新增',
  updated: '更新',
  draft: '存为草稿',
  unchanged: '没有变化',
  skipped: '没有动',
  failed: '读取失败',
};

const others: Record<keyof ContentFound['others'], string> = {
  pictures: '图片',
  authors: '作者',
  categories: '分类',
  series: '专栏',
  says: '说说',
  links: '友链',
  navigation: '导航',
};

/** What an import would do, or did: how many of each, what many files have in common, and each file. */
export function Report({ found, isOver }: { found: ContentFound; isOver: boolean }) {
  const { isExport, counts, files, warnings } = found;
  const unlisted = Object.values(counts).reduce((sum, count) => sum + count, 0) - files.length;
  const besides = Object.entries(found.others).filter(([, count]) => count > 0);
  return (
    <>
      <p>
        {isExport ? '墨笺导出的内容' : '一个 Markdown 文件夹'}。{isOver ? '文章' : '导入之后，文章会'}：
      </p>
      <ul className="counts">
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <li key={kind} className={kind === 'failed' && counts.failed > 0 ? 'bad' : undefined}>
            <b>{counts[kind].toLocaleString('zh-CN')}</b>
            <span>{kinds[kind]}</span>
          </li>
        ))}
      </ul>
      {besides.length > 0 && (
        <p className="quiet">
          一起的还有：
          {besides.map(([name, count]) => `${others[name as keyof typeof others]} ${count}`).join('、')}
          。这里已经有的不动，设置也不动。
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="warnings">
          {warnings.map(({ kind, count, keys }) => (
            <li key={kind}>
              <b>{kind}</b>
              <span>{count.toLocaleString('zh-CN')} 个文件</span>
              <small>{`${keys.join('、')}${count > keys.length ? ' 等' : ''}`}</small>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && <Files files={files} common={new Set(warnings.map(({ kind }) => kind))} />}
      {unlisted > 0 && <p className="quiet">还有 {unlisted.toLocaleString('zh-CN')} 个文件没有列出。</p>}
    </>
  );
}

/** Each file with its title. What it has in common with others is told above. */
function Files({ files, common }: { files: ContentFound['files']; common: Set<string> }) {
  return (
    <ul className="outcomes">
      {files.map(({ key, kind, title, id, reason, warnings }) => (
        <li key={key}>
          <b>{id ? <a href={`/article/${id}`}>{title || key}</a> : title || key}</b>
          <span className={kind === 'failed' ? 'bad' : undefined}>{kinds[kind]}</span>
          {title && <small>{key}</small>}
          {[...(reason ? [reason] : []), ...warnings.filter((words) => !common.has(words))].map((words) => (
            <small key={words} className="said">
              {words}
            </small>
          ))}
        </li>
      ))}
    </ul>
  );
}
