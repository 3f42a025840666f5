import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';

/** Web search in a new tab. Hidden without scripts: the CSP forbids submitting forms to other sites. */
export function HotSeek() {
  const [place, setPlace] = useState(0);
  const engine = engines[place] ?? engines[0];

  // opened by script: the CSP limits forms to this site
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get(engine.param) ?? '').trim();
    if (words) window.open(engineAddress(engine, words), '_blank', 'noopener,noreferrer');
  };
  return (
    <search>
      <form
        className="hot-seek scripted"
        action={engine.url}
        target="_blank"
        rel="noopener noreferrer"
        onSubmit={search}
      >
        <Icon name="search" />
        <input
          className="grow"
          type="search"
          name={engine.param}
          aria-label={`用${engine.name}搜索`}
          placeholder="用其他搜索引擎搜索"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="btn quiet">
          搜索
        </button>
      </form>
      <fieldset className="hot-engines scripted row row-wrap sub">
        <legend className="visually-hidden">搜索引擎</legend>
        {engines.map(({ name }, other) => (
          <label key={name}>
            <input
              className="visually-hidden"
              type="radio"
              name="engine"
              checked={other === place}
              onChange={() => setPlace(other)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </search>
  );
}

/** A search engine: the query goes into `param` of `url`. */
export type Engine = { name: string; url: string; param: string };

export const engines = [
  { name: '百度', url: 'https://www.baidu.com/s', param: 'wd' },
  { name: 'Bing', url: 'https://www.bing.com/search', param: 'q' },
  { name: 'Google', url: 'https://www.google.com/search', param: 'q' },
  { name: '知乎', url: 'https://www.zhihu.com/search', param: 'q' },
  { name: 'GitHub', url: 'https://github.com/search', param: 'q' },
  { name: '哔哩哔哩', url: 'https://search.bilibili.com/all', param: 'keyword' },
  { name: '掘金', url: 'https://juejin.cn/search', param: 'query' },
] as const satisfies Engine[];

export function engineAddress({ url, param }: Engine, words: string) {
  return `${url}?${new URLSearchParams({ [param]: words })}`;
}
