import type { Tag } from '@mojian/contract/content/tags';
import { useState } from 'react';
import { Link } from 'react-router';
import { Marked } from '../../features/content/search/marked.tsx';
import { searchAddress } from '../../features/content/search/search-address.ts';
import { type FoundPart, rememberSearch, type useSearch } from './use-search.ts';

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

type MeantLineProps = { text: string; found: FoundPart; onLook: (word: string) => void };

/** Spelling suggestion; `instead` means the results are already those of the suggestion. */
function MeantLine({ text, found: { suggestion, instead }, onLook }: MeantLineProps) {
  if (!suggestion) return null;
  return (
    <p className="find-meant" role="status">
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
export function Suggestions({ results: { text, found, busy, failed, retry }, tags, recent, onLook }: SuggestionsProps) {
  // random colours, new each time the dialog opens
  const [drawn] = useState(() => Array.from({ length: mostTags }, () => Math.floor(Math.random() * hues)));
  if (busy && !found) return <Waiting />;
  return (
    <div className="find-none">
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
      <div className="chips">
        {tags.slice(0, mostTags).map(({ id, name }, index) => (
          <Link key={id} className={`chip hue hue-${drawn[index]}`} to={`/tags?id=${id}`}>
            {name}
          </Link>
        ))}
      </div>
      <div className="find-more">
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

function Failed({ retry }: { retry: () => void }) {
  return (
    <>
      <b>加载失败</b>
      <p>网络打了个盹，词还在，可以重试。</p>
      <button className="btn sm" type="button" onClick={retry}>
        重试
      </button>
    </>
  );
}

/** Skeleton rows as high as results. */
function Waiting() {
  return (
    <div className="find-list find-wait">
      {[1, 2, 3].map((row) => (
        <p key={row}>
          <span className="sk" />
          <span className="sk" />
        </p>
      ))}
    </div>
  );
}
