import type { Tag } from '@mojian/contract/content/tags';
import { longestSearch } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { searchQuery } from '../../features/content/search/search-address.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { OverlayProps } from '../use-overlay.ts';
import { resultId, SearchResults, Suggestions } from './search-results.tsx';
import { recentSearches, rememberSearch, type Search, useSearch } from './use-search.ts';
import './search.css';

const pageSize = 10;

/** The search dialog connected to the API. */
export function SearchOverlay({ close }: OverlayProps) {
  return <SearchDialog onClose={close} search={search} loadTags={httpApi.tags.list} />;
}

function search(text: string, pageNo: number) {
  return httpApi.articles.search({ query: { ...searchQuery(text), pageNo, pageSize } });
}

type Props = { onClose: () => void; search: Search; loadTags: () => Promise<Tag[]> };

/** Search as you type: arrows choose, Enter opens, Escape closes. */
export function SearchDialog({ onClose, search, loadTags }: Props) {
  const [typed, setTyped] = useState('');
  const [recent] = useState(recentSearches);
  const [chosen, setChosen] = useState(0);
  const tags = useTags(loadTags);
  const results = useSearch(search, typed);
  const navigate = useNavigate();
  const records = results.found?.records ?? [];

  const look = (word: string) => {
    setTyped(word);
    setChosen(0);
  };
  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(resultId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || records.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const article = records[chosen];
    if (step) choose((chosen + step + records.length) % records.length);
    else if (event.key === 'Enter' && article && !results.busy) {
      rememberSearch(results.text);
      navigate(article.path);
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog className="find" label="搜索文章" onClose={onClose}>
      <Field typed={typed} onType={look} onKeyDown={onKeyDown} chosen={records.length > 0 ? chosen : undefined} />
      <div className="find-body">
        {results.found && records.length > 0 ? (
          <SearchResults results={results} found={results.found} chosen={chosen} recent={recent} onLook={look} />
        ) : (
          <Suggestions results={results} tags={tags} recent={recent} onLook={look} />
        )}
      </div>
      <Foot total={records.length > 0 ? results.found?.total : undefined} />
    </Dialog>
  );
}

type FieldProps = {
  typed: string;
  chosen: number | undefined;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Field({ typed, chosen, onType, onKeyDown }: FieldProps) {
  return (
    <div className="find-in">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        placeholder="搜索文章"
        aria-label="关键词"
        aria-controls="found"
        aria-expanded={chosen !== undefined}
        aria-activedescendant={chosen === undefined ? undefined : resultId(chosen)}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={longestSearch}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {typed && (
        <button className="ib" type="button" aria-label="清空" onClick={() => onType('')}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}

function Foot({ total }: { total: number | undefined }) {
  return (
    <div className="find-foot">
      <span className="keys">
        <kbd>↑</kbd>
        <kbd>↓</kbd>选择
      </span>
      <span className="keys">
        <kbd>Enter</kbd>打开
      </span>
      <span className="keys">
        <kbd>Esc</kbd>关闭
      </span>
      <span className="push" role="status">
        {total !== undefined && `共 ${total} 篇`}
      </span>
    </div>
  );
}

function useTags(loadTags: () => Promise<Tag[]>) {
  const [tags, setTags] = useState<Tag[]>([]);
  useEffect(() => {
    loadTags().then(setTags, () => {}); // chips are an offer: without them the dialog still searches
  }, [loadTags]);
  return tags;
}
