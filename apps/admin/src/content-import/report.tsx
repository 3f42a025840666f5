import type { ContentFound } from '@mojian/contract/admin/content';

type Kind = keyof ContentFound['counts'];
const kinds: Record<Kind, string> = {
  added: '新增',
  updated: '更新',
  draft: '存为草稿',
  unchanged: '没有变化',
  skipped: '没有动',
  failed: '读不了',
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

/** What an import would do, or did: how many of each, and the files there is something to tell of. */
export function Report({ found, isOver }: { found: ContentFound; isOver: boolean }) {
  const { isExport, counts, files } = found;
  const told = files.filter(({ reason, warnings }) => reason || warnings.length > 0);
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
      {told.length > 0 && (
        <ul className="outcomes">
          {told.map(({ key, kind, id, reason, warnings }) => (
            <li key={key}>
              <b>{id ? <a href={`/article/${id}`}>{key}</a> : key}</b>
              <span>{kinds[kind]}</span>
              {[...(reason ? [reason] : []), ...warnings].map((words) => (
                <small key={words}>{words}</small>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
