import type { Found } from '@mojian/contract/articles';
import { Link } from 'react-router';
import type { Part } from '../../ui/use-more.ts';
import { Marked } from './marked.tsx';
import { rememberSearch } from './recent.ts';
import { RecentWords } from './suggestions.tsx';
import type { useSearch } from './use-search.ts';

export const resultId = (index: number) => `found-${index}`;

type Props = {
  results: ReturnType<typeof useSearch>;
  found: Part<Found>;
  chosen: number;
  recent: string[];
  onLook: (word: string) => void;
};

export function SearchResults({ results, found, chosen, recent, onLook }: Props) {
  const { keyword, busy, failed, loadMore } = results;
  return (
    <>
      <div className="find-list" id="found" role="listbox" aria-label="结果" aria-busy={busy}>
        {found.records.map(({ id, path, title, summary }, index) => (
          <Link
            key={id}
            id={resultId(index)}
            role="option"
            aria-selected={index === chosen}
            to={path}
            onClick={() => rememberSearch(keyword)}
          >
            <b>
              <Marked text={title} keyword={keyword} />
            </b>
            {index === chosen && <kbd>Enter</kbd>}
            <p className="clamp2">
              <Marked text={summary} keyword={keyword} />
            </p>
          </Link>
        ))}
      </div>
      <div className="find-more">
        {found.pageNo < found.pages && (
          <button type="button" disabled={busy} onClick={loadMore}>
            {busy ? '正在取来…' : failed ? '没取到，再取一次' : '再看 10 篇'}
          </button>
        )}
        <RecentWords words={recent} onLook={onLook} />
      </div>
    </>
  );
}
