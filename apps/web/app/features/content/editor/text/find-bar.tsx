import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { EditorView, Panel, ViewUpdate } from '@codemirror/view';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from '../../../../ui/toast.ts';
import { onUpdate } from './view-state.ts';
import './find-bar.css';

type Props = { view: EditorView; listen: (tell: (update: ViewUpdate) => void) => () => void; initial: SearchQuery };
type FindQuery = { search: string; replace: string; caseSensitive: boolean; regexp: boolean; wholeWord: boolean };

const options = [
  { name: 'caseSensitive', sign: 'Aa', label: '区分大小写' },
  { name: 'wholeWord', sign: '词', label: '只找整词' },
  { name: 'regexp', sign: '.*', label: '正则表达式' },
] as const;

/** Find and replace. Enter finds the next match, Shift Enter the previous, Escape closes. */
function FindBar({ view, listen, initial }: Props) {
  const { search, replace, caseSensitive, regexp, wholeWord } = initial;
  const [query, setQuery] = useState<FindQuery>({ search, replace, caseSensitive, regexp, wholeWord });
  const matches = useMatches(view, listen);
  const change = (part: Partial<FindQuery>) => {
    const next = { ...query, ...part };
    setQuery(next);
    view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ ...next, literal: !next.regexp })) });
  };
  const isWrong = query.search !== '' && !new SearchQuery({ ...query }).valid;
  return (
    <search className="find-bar stack" aria-label="查找和替换">
      <div className="find-bar-row row gap-1">
        <div className="find-bar-field">
          <input
            ref={focusFirst}
            main-field="true"
            className="input"
            aria-label="查找"
            placeholder="查找"
            aria-invalid={isWrong}
            value={query.search}
            onChange={({ target }) => change({ search: target.value })}
            onKeyDown={(event) => onEnter(event, () => (event.shiftKey ? findPrevious(view) : findNext(view)))}
          />
          <output className="dim">{isWrong ? '表达式不对' : query.search && matchLabel(matches)}</output>
        </div>
        {options.map(({ name, sign, label }) => (
          <button
            key={name}
            type="button"
            className="icon-button find-bar-option"
            aria-label={label}
            title={label}
            aria-pressed={query[name]}
            onClick={() => change({ [name]: !query[name] })}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          className="icon-button find-bar-up"
          aria-label="上一处"
          onClick={() => findPrevious(view)}
        >
          <Icon name="down" />
        </button>
        <button type="button" className="icon-button" aria-label="下一处" onClick={() => findNext(view)}>
          <Icon name="down" />
        </button>
        <button type="button" className="icon-button" aria-label="关闭查找" onClick={() => closeSearch(view)}>
          <Icon name="x" />
        </button>
      </div>
      <ReplaceRow view={view} text={query.replace} setText={(replace) => change({ replace })} />
    </search>
  );
}

type ReplaceRowProps = { view: EditorView; text: string; setText: (text: string) => void };

function ReplaceRow({ view, text, setText }: ReplaceRowProps) {
  return (
    <div className="find-bar-row row gap-1">
      <input
        className="input"
        aria-label="替换成"
        placeholder="替换成"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => onEnter(event, () => replaceNext(view))}
      />
      <button type="button" className="btn btn-sm" onClick={() => replaceNext(view)}>
        替换
      </button>
      <button type="button" className="btn btn-sm" onClick={() => replaceEach(view)}>
        全部替换
      </button>
    </div>
  );
}

function useMatches(view: EditorView, listen: Props['listen']): Matches {
  const [matches, setMatches] = useState<Matches>(() => countMatches(view.state, getSearchQuery(view.state)));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => setMatches(countMatches(view.state, getSearchQuery(view.state)));
    const stop = listen(({ docChanged, selectionSet, transactions }) => {
      if (!docChanged && !selectionSet && !transactions.some(({ effects }) => effects.length > 0)) return;
      clearTimeout(timer);
      timer = setTimeout(look, docChanged ? 200 : 0);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [view, listen]);
  return matches;
}

function replaceEach(view: EditorView) {
  const { total, isMore } = countMatches(view.state, getSearchQuery(view.state));
  if (total === 0) toast('normal', '没有找到');
  else if (replaceAll(view)) toast('success', `替换了 ${total}${isMore ? ' 多' : ''} 处，撤销一次即可还原`);
}

function matchLabel({ total, at, isMore }: Matches) {
  if (total === 0) return '没有找到';
  return `${at || '–'}/${total}${isMore ? '+' : ''}`;
}

function onEnter(event: KeyboardEvent, act: () => void) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
}

function focusFirst(field: HTMLInputElement | null) {
  field?.select();
}

function closeSearch(view: EditorView) {
  closeSearchPanel(view);
  view.focus();
}

/** CodeMirror's search with a panel of our own. */
export function findPanel(view: EditorView): Panel {
  const dom = document.createElement('div');
  dom.className = 'find-place';
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    closeSearchPanel(view);
    view.focus();
  });
  const root = createRoot(dom);
  const listen = (tell: (update: ViewUpdate) => void) => onUpdate(view, tell);
  return {
    dom,
    top: true,
    mount: () => root.render(<FindBar view={view} listen={listen} initial={getSearchQuery(view.state)} />),
    destroy: () => setTimeout(() => root.unmount()), // React may be rendering at this moment
  };
}

/** `total` matches and the selected one, counted from 1, 0 for none. `isMore`: counting stopped at its limit. */
type Matches = { total: number; at: number; isMore: boolean };

const most = 9999;

function countMatches(state: EditorState, query: SearchQuery): Matches {
  const matches: Matches = { total: 0, at: 0, isMore: false };
  if (!query.valid) return matches;
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state) as Iterator<{ from: number; to: number }>;
  for (let { done, value } = cursor.next(); !done; { done, value } = cursor.next()) {
    if (matches.total === most) return { ...matches, isMore: true };
    matches.total++;
    if (value.from === from && value.to === to) matches.at = matches.total;
  }
  return matches;
}
