import type { BoardMessage } from '@mojian/contract/board';
import type { Page } from '@mojian/contract/fields';
import { type RefObject, useRef, useState } from 'react';
import { Cover } from '../../ui/cover.tsx';
import { type Part, useMore } from '../../ui/use-more.ts';
import { BoardList } from './board-list.tsx';
import { type Post, SayForm } from './say-form.tsx';
import { useBarrage } from './use-barrage.ts';
import { type Hear, useFresh } from './use-fresh.ts';

export type BoardProps = {
  list: Page<BoardMessage>;
  loadPage: (pageNo: number) => Promise<Part<BoardMessage>>;
  post: Post;
  hear: Hear;
};
type View = 'barrage' | 'list';

/** Mountains in plain ink. */
const picture = { cover: '', coverNumber: 0 };

/**
 * What visitors left behind, crossing a picture or in a list. The style sheet shows the list to those without scripts
 * and with less motion, whatever `data-view` says.
 */
export function BoardScreen({ list, loadPage, post, hear }: BoardProps) {
  const [view, setView] = useState<View>('barrage');
  const words = useRef<HTMLElement>(null);
  const more = useMore(list, loadPage);
  const { fresh, add } = useFresh(hear);
  const Barrage = useBarrage(view === 'barrage' && list.total + fresh.length > 0);
  return (
    <main id="main" className="board" data-view={view}>
      <div className="board-picture">
        <Cover article={picture} shape="banner" sizes="100vw" eager />
      </div>
      {Barrage && <Barrage messages={list.records} fresh={fresh} words={words} />}
      <Words place={words} view={view} choose={setView}>
        <SayForm post={post} onPosted={add} />
      </Words>
      <BoardList first={list} more={more} fresh={fresh.map(({ message }) => message)} />
    </main>
  );
}

type WordsProps = {
  place: RefObject<HTMLElement | null>;
  view: View;
  choose: (view: View) => void;
  children: React.ReactNode;
};

function Words({ place, view, choose, children }: WordsProps) {
  return (
    <header className="board-words" ref={place}>
      <h1>留言板</h1>
      <p>留一句话，让它从纸上走过去。</p>
      {children}
      <fieldset className="switch scripted" aria-label="看法">
        <button type="button" aria-pressed={view === 'barrage'} onClick={() => choose('barrage')}>
          弹幕
        </button>
        <button type="button" aria-pressed={view === 'list'} onClick={() => choose('list')}>
          列表
        </button>
      </fieldset>
    </header>
  );
}
