import type { Tag } from '@mojian/contract/content/tags';
import { longestSearch } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { Marked } from '../../features/pages/search/marked.tsx';
import { kindsInWords, kindWords, resultCount, searchAddress } from '../../features/pages/search/search-address.ts';
import { useHas } from '../../site/features-on.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { OverlayProps } from '../use-overlay.ts';
import { type FoundPart, recentSearches, rememberSearch, type Search, useSearch } from './use-search.ts';
import { Failed, Waiting } from './without-results.tsx';
import './search.css';

const pageSize = 10;

/** The search dialog connected to the API. */
export function SearchOverlay({ close }: OverlayProps) {
  return <SearchDialog onClose={close} search={search} loadTags={httpApi.tags.list} />;
}

function search(text: string, pageNo: number) {
  return httpApi.search.find({ query: { q: text, pageNo, pageSize } });
}

type Props = { onClose: () => void; search: Search; loadTags: () => Promise<Tag[]> };

/** Search as you type: arrows choose, Enter opens, Escape closes. */
export function SearchDialog({ onClose, search, loadTags }: Props) {
  const [typed, setTyped] = useState(takeTypedEarly);
  const [recent] = useState(recentSearches);
  const [chosen, setChosen] = useState(0);
  const tags = useTags(loadTags);
  const results = useSearch(search, typed);
  const navigate = useNavigate();
  const records = results.found?.records ?? [];

  const searchFor = (word: string) => {
    setTyped(word);
    setChosen(0);
  };
  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(resultId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMissed = event.key === 'Enter' && results.found && !results.busy && records.length === 0;
    if (isMissed) return navigate(searchAddress(results.text));
    if (records.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const found = records[chosen];
    if (step) choose((chosen + step + records.length) % records.length);
    else if (event.key === 'Enter' && found && !results.busy) {
      rememberSearch(results.text);
      navigate(found.path);
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog className="search-dialog" label="搜索文章" onClose={onClose}>
      <Field
        typed={typed}
        onType={searchFor}
        close={close}
        onKeyDown={onKeyDown}
        chosen={records.length > 0 ? chosen : undefined}
      />
      <div className="search-dialog-body">
        {results.found && records.length > 0 ? (
          <SearchResults results={results} found={results.found} chosen={chosen} recent={recent} onLook={searchFor} />
        ) : (
          <Suggestions results={results} tags={tags} recent={recent} onLook={searchFor} />
        )}
      </div>
      <Foot total={records.length > 0 ? results.found?.total : undefined} />
    </Dialog>
  );
}

/** Words typed after Ctrl K before the page was hydrated, kept by the first script. */
function takeTypedEarly() {
  const { dataset } = document.documentElement;
  const { typed = '' } = dataset;
  delete dataset.typed;
  return typed;
}

type FieldProps = {
  typed: string;
  chosen: number | undefined;
  onType: (typed: string) => void;
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Field({ typed, chosen, onType, close, onKeyDown }: FieldProps) {
  const kinds = kindsInWords(useHas());
  return (
    <div className="search-dialog-in row gap-3-5">
      <Icon name="search" />
      <input
        className="grow"
        type="text"
        role="combobox"
        placeholder={`搜${kinds.join('、')}`}
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
      <button
        className="icon-button"
        type="button"
        aria-label={typed ? '清空' : '关闭'}
        onClick={typed ? () => onType('') : close}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

function Foot({ total }: { total: number | undefined }) {
  return (
    <div className="search-dialog-foot row row-wrap dim">
      <span className="search-dialog-keys">
        <kbd>↑</kbd>
        <kbd>↓</kbd>选择
      </span>
      <span className="search-dialog-keys">
        <kbd>Enter</kbd>打开
      </span>
      <span className="search-dialog-keys">
        <kbd>Esc</kbd>关闭
      </span>
      <span className="push" role="status">
        {total !== undefined && resultCount(total)}
      </span>
    </div>
  );
}

function useTags(loadTags: () => Promise<Tag[]>) {
  const [tags, setTags] = useState<Tag[]>([]);
  useEffect(() => {
    loadTags().then(setTags, () => {}); // tags are optional
  }, [loadTags]);
  return tags;
}

const resultId = (index: number) => `found-${index}`;

type SearchResultsProps = {
  results: ReturnType<typeof useSearch>;
  found: FoundPart;
  chosen: number;
  recent: string[];
  onLook: (word: string) => void;
};

function SearchResults({ results, found, chosen, recent, onLook }: SearchResultsProps) {
  const { text, busy, failed, loadMore } = results;
  return (
    <>
      <MeantLine text={text} found={found} onLook={onLook} />
      <div className="search-dialog-list" id="found" role="listbox" aria-label="结果" aria-busy={busy}>
        {found.records.map(({ kind, id, path, title, summary, authorId }, index) => (
          <Link
            key={`${kind} ${id}`}
            id={resultId(index)}
            role="option"
            data-author={authorId}
            aria-selected={index === chosen}
            to={path}
            onClick={() => rememberSearch(text)}
          >
            <b className="clamp-2">
              {kind !== 'article' && <small>{kindWords[kind]}</small>}
              <Marked text={title || summary} marks={found.marks} />
            </b>
            {index === chosen && <kbd>Enter</kbd>}
            {title && (
              <p className="clamp-2">
                <Marked text={summary} marks={found.marks} />
              </p>
            )}
          </Link>
        ))}
      </div>
      <div className="search-dialog-more row row-wrap type-note dim">
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

type MeantLineProps = { text: string; found: FoundPart; onLook: (word: string) => void };

/** Spelling suggestion; `instead` means the results are already those of the suggestion. */
function MeantLine({ text, found: { suggestion, instead }, onLook }: MeantLineProps) {
  if (!suggestion) return null;
  return (
    <p className="search-dialog-meant type-small sub" role="status">
      {instead && `没有找到「${text}」。`}你是不是要找：
      <button type="button" onClick={() => onLook(suggestion)}>
        {suggestion}
      </button>
    </p>
  );
}

const mostTags = 18;
const hues = 12;

type SuggestionsProps = {
  results: ReturnType<typeof useSearch>;
  tags: Tag[];
  recent: string[];
  onLook: (word: string) => void;
};

/** Shown in place of results: a status line, recent searches and tags. */
function Suggestions({ results: { text, found, busy, failed, retry }, tags, recent, onLook }: SuggestionsProps) {
  // random colours, new each time the dialog opens
  const [drawn] = useState(() => Array.from({ length: mostTags }, () => Math.floor(Math.random() * hues)));
  if (busy && !found) return <Waiting />;
  return (
    <div className="search-dialog-none">
      {failed ? (
        <Failed retry={retry} />
      ) : found ? (
        <>
          <b>{`没有找到「${text}」`}</b>
          <p>换个词试试，或者从这些标签里随手抽一个。</p>
        </>
      ) : (
        <p>写下一个词，或者从这些标签里随手抽一个。</p>
      )}
      <div className="search-dialog-chips row justify-center row-wrap">
        {tags.slice(0, mostTags).map(({ id, name }, index) => (
          <Link key={id} className={`chip search-dialog-hue hue-${drawn[index]}`} to={`/tags?id=${id}`}>
            {name}
          </Link>
        ))}
      </div>
      <div className="search-dialog-more row row-wrap type-note dim">
        <RecentWords words={recent} onLook={onLook} />
      </div>
    </div>
  );
}

function RecentWords({ words, onLook }: { words: string[]; onLook: (word: string) => void }) {
  if (words.length === 0) return null;
  return (
    <>
      <span className="push">最近搜索</span>
      {words.map((word) => (
        <button key={word} type="button" onClick={() => onLook(word)}>
          {word}
        </button>
      ))}
    </>
  );
}
