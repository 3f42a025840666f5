import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { longestKeyword, type Shelf, shelfAddress } from './states.ts';

/** Looks for words in the titles of a shelf. */
export function SeekTitle({ shelf: { state, keyword } }: { shelf: { state: Shelf; keyword: string } }) {
  const [words, setWords] = useState(keyword);
  const navigate = useNavigate();
  const seek = (wanted: string) =>
    void navigate(shelfAddress(state, wanted.trim()), { preventScrollReset: true, replace: keyword !== '' });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    seek(words);
  };
  const clear = () => {
    setWords('');
    seek('');
  };
  return (
    <search>
      <form className="seek-title" onSubmit={onSubmit}>
        <Icon name="search" />
        <input
          aria-label="搜索标题"
          placeholder="搜索标题"
          enterKeyHint="search"
          maxLength={longestKeyword}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && words && clear()}
        />
        {words && (
          <button className="ib" type="button" aria-label="清空" onClick={clear}>
            <Icon name="x" />
          </button>
        )}
      </form>
    </search>
  );
}
