import { articleStateWords } from '@mojian/contract/operations/import-words';
import type { ImportPreview } from '@mojian/contract/operations/imports';
import { Checkbox } from 'antd';
import { useId, useState } from 'react';
import { ShortTime } from '../../platform/time.tsx';
import { Paging } from './paging.tsx';

const pageSize = 20;

type Props = {
  articles: ImportPreview['articles'];
  undatedAsDrafts: boolean;
  onChange: (undatedAsDrafts: boolean) => void;
};

/** Titles of what would come, with state and date, so that a person sees what readers would. */
export function ComingArticles({ articles, undatedAsDrafts, onChange }: Props) {
  const id = useId();
  const [pageNo, setPage] = useState(1);
  if (articles.length === 0) return null;
  const undated = articles.filter((one) => one.undated && one.state === 'published').length;
  const from = (pageNo - 1) * pageSize;
  return (
    <section className="import-part" aria-labelledby={id}>
      <h3 id={id}>会来的文章和页面</h3>
      {undated > 0 && (
        <Checkbox checked={undatedAsDrafts} onChange={({ target }) => onChange(target.checked)}>
          没有写日期的收为草稿（{undated.toLocaleString('zh-CN')} 篇）
        </Checkbox>
      )}
      <ul className="rows coming-list">
        {articles.slice(from, from + pageSize).map((one) => (
          <ComingRow key={one.key} article={one} undatedAsDrafts={undatedAsDrafts} />
        ))}
      </ul>
      <Paging pageNo={pageNo} pageSize={pageSize} total={articles.length} onPage={setPage} />
    </section>
  );
}

type RowProps = { article: ImportPreview['articles'][number]; undatedAsDrafts: boolean };

function ComingRow({ article: { title, isPage, state, publishedAt, undated }, undatedAsDrafts }: RowProps) {
  const shown = undated && undatedAsDrafts && state === 'published' ? 'draft' : state;
  return (
    <li>
      <b>{title}</b>
      <small>
        {isPage && '页面 · '}
        {articleStateWords[shown]}
        {publishedAt !== null && shown !== 'draft' && (
          <>
            {' · '}
            <ShortTime time={publishedAt} />
          </>
        )}
        {undated && ' · 没有写日期'}
      </small>
    </li>
  );
}
