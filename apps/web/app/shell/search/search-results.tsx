import { Link } from 'react-router';
import { Marked } from '../../features/content/search/marked.tsx';
import { searchAddress } from '../../features/content/search/search-address.ts';
import { MeantLine } from './meant-line.tsx';
import { rememberSearch } from './recent.ts';
import { RecentWords } from './suggestions.tsx';
import type { FoundPart, useSearch } from './use-search.ts';

export const resultId = (index: number) => `found-${index}`;

type Props = {
  results: ReturnType<typeof useSearch>;
  found: FoundPart;
  chosen: number;
  recent: string[];
  onLook: (word: string) => void;
};

export function SearchResults({ results, found, chosen, recent, onLook }: Props) {
  const { text, busy, failed, loadMore } = results;
  return (
    <>
      <MeantLine text={text} found={found} onLook={onLook} />
      <div className="find-list" id="found" role="listbox" aria-label="结果" aria-busy={busy}>
        {found.records.map(({ id, path, title, summary }, index) => (
          <Link
            key={id}
            id={resultId(index)}
            role="option"
            aria-selected={index === chosen}
            to={path}
            onClick={() => rememberSearch(text)}
          >
            <b>
              <Marked text={title} marks={found.marks} />
            </b>
            {index === chosen && <kbd>Enter</kbd>}
            <p className="clamp2">
              <Marked text={summary} marks={found.marks} />
            </p>
          </Link>
        ))}
      </div>
      <div className="find-more">
        {found.pageNo < found.pages && (
          <button type="button" disabled={busy} onClick={loadMore}>
            {busy ? '正在加载…' : failed ? '加载失败，重试' : '加载更多'}
          </button>
        )}
        <Link to={searchAddress(text)} onClick={() => rememberSearch(text)}>
          全部结果
        </Link>
        <RecentWords words={recent} onLook={onLook} />
      </div>
    </>
  );
}
