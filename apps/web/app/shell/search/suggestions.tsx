import type { Tag } from '@mojian/contract/content/tags';
import { useState } from 'react';
import { Link } from 'react-router';
import type { useSearch } from './use-search.ts';

const mostTags = 18;
const hues = 12;

type Props = {
  results: ReturnType<typeof useSearch>;
  tags: Tag[];
  recent: string[];
  onLook: (word: string) => void;
};

/** What stands where results will be: a line about the search, and tags to draw one from. */
export function Suggestions({ results: { text, found, busy, failed, retry }, tags, recent, onLook }: Props) {
  // drawn anew each time the dialog opens
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

export function RecentWords({ words, onLook }: { words: string[]; onLook: (word: string) => void }) {
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

/** Rows of the height results will have. */
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
