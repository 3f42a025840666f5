import type { SearchReply } from '@mojian/contract/pages/search';
import { longestSearch } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Form, Link } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { Filters } from './filters.tsx';
import { FoundRow } from './found-row.tsx';
import { NothingFound } from './nothing-found.tsx';
import {
  kindsInWords,
  kindWords,
  type ResultsProps,
  resultCount,
  type SearchChoice,
  searchAddress,
} from './search-address.ts';
import { useResultKeys } from './use-result-keys.ts';
import '../../../ui/switch.css';
import '../../../ui/tabs.css';
import './search-screen.css';

type Props = { text: string; choice: SearchChoice; results: SearchReply | undefined };

/** Search page from a plain form and plain links, usable without scripts. */
export function SearchScreen({ text, choice, results }: Props) {
  useResultKeys();
  const kinds = kindsInWords(useHas());
  return (
    <main id="main" className="wrap search-page">
      <h1 className="visually-hidden">搜索</h1>
      <search>
        <Form key={text} className="search-form row gap-3-5" action="/search" role="search">
          <Icon name="search" />
          <input
            className="grow"
            type="search"
            name="q"
            defaultValue={text}
            placeholder={`搜${kinds.join('、')}`}
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
        <Answer text={text} choice={choice} results={results} />
      ) : (
        <p className="search-hint type-small dim">
          {`写下一个词，${kinds.join('、')}里都找。名字也可以只打拼音首字母。`}
        </p>
      )}
    </main>
  );
}

function Answer({ text, choice, results }: ResultsProps) {
  const { records, total, kinds, elsewhere, pageNo } = results;
  if (total === 0 && elsewhere === 0 && kinds.length === 0) return <NothingFound text={text} results={results} />;
  return (
    <>
      <Kinds text={text} choice={choice} results={results} />
      <div className="cols search-cols">
        <section>
          <div className="search-bar split gap-3 type-note dim">
            <div role="status">
              <Meant text={text} results={results} />
              {total > 0 ? <p>{resultCount(total)}</p> : <Elsewhere text={text} choice={choice} results={results} />}
            </div>
            <a className="search-filter-link" href="#filters">
              筛选
            </a>
            {total > 1 && <Sorting text={text} choice={choice} />}
          </div>
          <ol className="search-list" start={(pageNo - 1) * results.pageSize + 1}>
            {records.map((found) => (
              <FoundRow key={`${found.kind} ${found.id}`} found={found} marks={results.marks} />
            ))}
          </ol>
          <Pages text={text} choice={choice} results={results} />
        </section>
        <Filters text={text} choice={choice} results={results} />
      </div>
    </>
  );
}

function Kinds({ text, choice, results: { kinds } }: ResultsProps) {
  const all = kinds.reduce((sum, { total }) => sum + total, 0);
  const { year, categoryId, sort } = choice;
  const shown = kinds.length > 0 ? kinds : choice.kind ? [{ kind: choice.kind, total: 0 }] : [];
  return (
    <nav className="tabs search-kinds" aria-label="种类">
      {[{ kind: undefined, total: all }, ...shown].map(({ kind, total }) => (
        <Link
          key={kind ?? 'all'}
          to={searchAddress(text, { kind, year, categoryId, sort })}
          aria-current={choice.kind === kind ? 'page' : undefined}
        >
          {kind ? kindWords[kind] : '全部'}
          {total > 0 && <span className="small-count">{total}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Sorting({ text, choice }: Omit<ResultsProps, 'results'>) {
  const { sort = 'best' } = choice;
  return (
    <nav className="switch" aria-label="排序">
      {(['best', 'new'] as const).map((one) => (
        <Link
          key={one}
          to={searchAddress(text, { ...choice, sort: one, page: 1 })}
          aria-current={sort === one ? 'true' : undefined}
        >
          {one === 'best' ? '最相关' : '最新'}
        </Link>
      ))}
    </nav>
  );
}

/** Number of results without the filters, where these leave nothing. */
function Elsewhere({ text, choice, results: { elsewhere } }: ResultsProps) {
  const { kind, year, categoryId, sort } = choice;
  const where = year ? '这一年' : categoryId ? '这一类' : kind ? `${kindWords[kind]}里` : '这里';
  const wider = year || categoryId ? { kind, sort } : { sort };
  return (
    <p>
      {`${where}没有`}
      {elsewhere > 0 && (
        <>
          {'，'}
          <Link className="search-elsewhere" to={searchAddress(text, wider)}>{`别处有 ${elsewhere} 处`}</Link>
        </>
      )}
    </p>
  );
}

/** Spelling suggestion; `instead` means the results are already those of the suggestion. */
function Meant({ text, results }: { text: string; results: SearchReply }) {
  const { suggestion, instead } = results;
  if (!suggestion) return null;
  return (
    <p className="search-meant">
      {instead && `没有找到「${text}」。`}你是不是要找：<Link to={searchAddress(suggestion)}>{suggestion}</Link>
      {instead && '，下面是它的结果。'}
    </p>
  );
}

function Pages({ text, choice, results: { pageNo, pages } }: ResultsProps) {
  if (pages <= 1) return null;
  return (
    <nav className="search-pages row gap-6 dim" aria-label="翻页">
      {pageNo > 1 && (
        <Link className="btn" rel="prev" to={searchAddress(text, { ...choice, page: pageNo - 1 })}>
          上一页
        </Link>
      )}
      <span>{`第 ${pageNo} 页，共 ${pages} 页`}</span>
      {pageNo < pages && (
        <Link className="btn" rel="next" to={searchAddress(text, { ...choice, page: pageNo + 1 })}>
          下一页
        </Link>
      )}
    </nav>
  );
}
