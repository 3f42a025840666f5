import type { SeriesCandidate } from '@mojian/contract/content/series-admin';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { states } from '../articles/words.ts';

type Props = { seriesId: number; author: string; taken: number[]; onPick: (article: SeriesCandidate) => void };

const pause = 200;

/** Finds an article of the author's by its title, the newest first; each once. */
export function PickArticle({ seriesId, author, taken, onPick }: Props) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<SeriesCandidate[]>([]);
  useEffect(() => {
    let isOld = false;
    const ask = async () => {
      const articles = await api.series.candidates({ query: { id: seriesId, text } }).catch(() => []);
      if (!isOld) setFound(articles);
    };
    const timer = setTimeout(ask, pause);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [seriesId, text]);
  const free = found.filter(({ id }) => !taken.includes(id));
  return (
    <Select
      className="pick-article"
      aria-label="添加一篇文章"
      placeholder={`找${author}的文章，添加进来`}
      value={null}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      notFoundContent={text ? `没有找到。能添加的是${author}发布过的文章` : '发布过的文章都在里面了'}
      options={free.map((article) => ({ value: article.id, label: labelOf(article) }))}
      onSelect={(id: number | null) => {
        const article = found.find((one) => one.id === id);
        setText('');
        if (article) onPick(article);
      }}
    />
  );
}

function labelOf({ title, series, state }: SeriesCandidate) {
  const told = [state === 'published' ? '' : states[state], series && `在「${series}」`].filter(Boolean).join('，');
  return told ? `${title}（${told}）` : title;
}
