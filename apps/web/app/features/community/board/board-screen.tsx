import type { BoardMessage } from '@mojian/contract/community/board';
import type { Page } from '@mojian/contract/platform/fields';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { Cover } from '../../../ui/cover.tsx';
import { type Part, useMore } from '../../../ui/more.tsx';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { ReportDialog } from '../reports/report-dialog.tsx';
import { BoardForm, type Post } from './board-form.tsx';
import { BoardList } from './board-list.tsx';
import { type LoadNewest, useFresh } from './use-fresh.ts';
import './board.css';

export type BoardProps = {
  list: Page<BoardMessage>;
  loadPage: (pageNo: number, last: Part<BoardMessage>) => Promise<Part<BoardMessage>>;
  loadHeld: () => Promise<BoardMessage[]>;
  post: Post;
  report: (message: BoardMessage, reason: string) => Promise<unknown>;
  loadNewest: LoadNewest;
};
type View = 'barrage' | 'list';

/** The plain ink landscape. */
const picture = { cover: '', coverNumber: 0 };

/**
 * Messages of visitors as a barrage or a list. CSS shows the list without scripts and with reduced motion, whatever
 * `data-view` says.
 */
export function BoardScreen({ list, loadPage, loadHeld, post, report, loadNewest }: BoardProps) {
  const [view, setView] = useState<View>('barrage');
  const words = useRef<HTMLElement>(null);
  const more = useMore(list, loadPage);
  const { fresh, gone, add } = useFresh(loadNewest, newestOf(list), list.records);
  const first = useMemo(() => withoutGone(list, gone), [list, gone]);
  const { held, addHeld } = useHeld(loadHeld);
  const [reported, setReported] = useState<BoardMessage>();
  const Barrage = useBarrage(view === 'barrage' && first.total + fresh.length > 0);
  return (
    <main id="main" className="board" data-view={view}>
      <div className="board-picture">
        <Cover article={picture} shape="banner" sizes="100vw" eager />
      </div>
      {Barrage && <Barrage messages={first.records} fresh={fresh} words={words} />}
      <Words place={words} isEmpty={first.total + fresh.length === 0} view={view} choose={setView}>
        <BoardForm post={post} onPosted={(message) => (message.held ? addHeld(message) : add(message))} />
      </Words>
      <BoardList
        first={first}
        more={{ ...more, rows: more.rows.filter(({ id }) => !gone.has(id)) }}
        held={held}
        fresh={fresh.map(({ message }) => message)}
        report={(message) => (readToken() ? setReported(message) : askToLogIn())}
      />
      {reported && (
        <ReportDialog
          title="举报这条留言"
          report={(reason) => report(reported, reason)}
          close={() => setReported(undefined)}
        />
      )}
    </main>
  );
}

/** Drops hidden and removed messages. Returns the same object when there are none, so that the barrage continues. */
function withoutGone(list: Page<BoardMessage>, gone: ReadonlySet<number>) {
  const counted = [...gone].filter((id) => id <= newestOf(list)).length;
  const records = list.records.filter(({ id }) => !gone.has(id));
  return gone.size === 0 ? list : { ...list, records, total: list.total - counted };
}

/** Counts new messages on the first page only. */
function newestOf({ pageNo, records }: Page<BoardMessage>) {
  return pageNo === 1 ? Math.max(0, ...records.map(({ id }) => id)) : Number.POSITIVE_INFINITY;
}

type WordsProps = {
  place: RefObject<HTMLElement | null>;
  isEmpty: boolean;
  view: View;
  choose: (view: View) => void;
  children: React.ReactNode;
};

function Words({ place, isEmpty, view, choose, children }: WordsProps) {
  return (
    <header className="board-words" ref={place}>
      <h1>留言板</h1>
      <p>{isEmpty ? '还没有人留言，第一句留给你。' : '留一句话，让它从纸上走过去。'}</p>
      {children}
      <fieldset className="switch scripted" aria-label="查看方式">
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

type Barrage = typeof import('./barrage.tsx')['Barrage'];

/** Loads the barrage on demand, and not with reduced motion. */
function useBarrage(isWanted: boolean): Barrage | undefined {
  const [barrage, setBarrage] = useState<{ Barrage: Barrage }>();
  const [isWelcome, setIsWelcome] = useState(false);

  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: no-preference)');
    const tell = () => setIsWelcome(query.matches);
    tell();
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  }, []);

  useEffect(() => {
    if (!isWanted || !isWelcome || barrage) return;
    // the list still works
    import('./barrage.tsx').then(setBarrage, (error) => console.warn('弹幕未能取来', error));
  }, [isWanted, isWelcome, barrage]);

  return isWanted && isWelcome ? barrage?.Barrage : undefined;
}

/** The reader's own held messages, newest first; none for visitors. */
function useHeld(load: () => Promise<BoardMessage[]>) {
  const [held, setHeld] = useState<BoardMessage[]>([]);
  useEffect(() => {
    let pending = 0;
    let reader: string | undefined;
    const look = () => {
      if (readToken() === reader) return;
      reader = readToken();
      const own = ++pending;
      setHeld([]);
      if (reader)
        load().then(
          (messages) => own === pending && setHeld(messages),
          () => {},
        );
    };
    look();
    return watchUser(look);
  }, [load]);
  return { held, addHeld: (message: BoardMessage) => setHeld((present) => [message, ...present]) };
}
