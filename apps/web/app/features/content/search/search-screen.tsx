import type { Found } from '@mojian/contract/content/articles';
import { longestSearch } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Form, Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { Marked } from './marked.tsx';
import { resultCount, searchAddress } from './search-address.ts';
import './search-screen.css';

/** `total` and `pages` of the whole search, `records` of this page. */
type Results = {
  records: Found[];
  total: number;
  pages: number;
  pageNo: number;
  suggestion: string;
  instead: boolean;
  marks: string[];
};

type Props = { text: string; results: Results | undefined };

/** Search page from a plain form and plain links, usable without scripts. */
export function SearchScreen({ text, results }: Props) {
  return (
    <main id="main" className="wrap search-page">
      <header className="page-head">
        <div>
          <h1>搜索</h1>
        </div>
      </header>
      <search>
        <Form key={text} className="search-form row gap-3" action="/search" role="search">
          <Icon name="search" />
          <input
            className="grow"
            type="search"
            name="q"
            defaultValue={text}
            placeholder="搜索文章"
            aria-label="关键词"
            maxLength={longestSearch}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" className="btn">
            搜索
          </button>
        </Form>
      </search>
      {results ? (
        <Answer text={text} results={results} />
      ) : (
        <p className="search-summary type-small dim">写下一个词，标题、摘要与正文里都找。</p>
      )}
    </main>
  );
}

function Answer({ text, results }: { text: string; results: Results }) {
  const { records, total, marks } = results;
  if (total === 0)
    return (
      <Empty title={`没有找到「${text}」`}>
        <p>
          换个词试试，或者去<Link to="/archive">归档</Link>与<Link to="/tags">标签</Link>里翻翻。
        </p>
      </Empty>
    );
  return (
    <>
      <div className="search-summary type-small dim" role="status">
        <Meant text={text} results={results} />
        <p>{resultCount(total)}</p>
      </div>
      <ol className="search-list">
        {records.map(({ id, kind, path, title, summary }) => (
          <li key={id}>
            <h2>
              {kind === 'page' && <span className="label">页面</span>}
              <Link to={path}>
                <Marked text={title} marks={marks} />
              </Link>
            </h2>
            <p>
              <Marked text={summary} marks={marks} />
            </p>
          </li>
        ))}
      </ol>
      <Pages text={text} results={results} />
    </>
  );
}

/** Spelling suggestion; `instead` means the results are already those of the suggestion. */
function Meant({ text, results }: { text: string; results: Pick<Results, 'suggestion' | 'instead'> }) {
  const { suggestion, instead } = results;
  if (!suggestion) return null;
  return (
    <p className="search-meant">
      {instead && `没有找到「${text}」。`}你是不是要找：<Link to={searchAddress(suggestion)}>{suggestion}</Link>
      {instead && '，下面是它的结果。'}
    </p>
  );
}

function Pages({ text, results: { pageNo, pages } }: { text: string; results: Results }) {
  if (pages <= 1) return null;
  return (
    <nav className="search-pages row gap-6 dim" aria-label="翻页">
      {pageNo > 1 && (
        <Link className="btn" rel="prev" to={searchAddress(text, pageNo - 1)}>
          上一页
        </Link>
      )}
      <span>{`第 ${pageNo} 页，共 ${pages} 页`}</span>
      {pageNo < pages && (
        <Link className="btn" rel="next" to={searchAddress(text, pageNo + 1)}>
          下一页
        </Link>
      )}
    </nav>
  );
}
