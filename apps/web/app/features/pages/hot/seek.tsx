import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';
import { engines, searchAddress } from './engines.ts';

/** Searches elsewhere, in a new tab. A plain form of the first engine, hidden without scripts: the policy would stop it. */
export function Seek() {
  const [place, setPlace] = useState(0);
  const engine = engines[place] ?? engines[0];

  // opened by hand: the page's policy lets its forms go nowhere but to this site
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get(engine.param) ?? '').trim();
    if (words) window.open(searchAddress(engine, words), '_blank', 'noopener,noreferrer');
  };
  return (
    <search>
      <form className="seek scripted" action={engine.url} target="_blank" rel="noopener noreferrer" onSubmit={search}>
        <Icon name="search" />
        <input
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
      <fieldset className="eng scripted">
        <legend className="vh">搜索引擎</legend>
        {engines.map(({ name }, other) => (
          <label key={name}>
            <input
              className="vh"
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
