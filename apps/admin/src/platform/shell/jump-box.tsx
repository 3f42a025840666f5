import type { ArticleKind } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../http-api.ts';
import { useSearchAsTyped } from '../query.ts';
import { Dialog } from './dialog.tsx';
import { type Destination, destinationsFor, findDestinations } from './menu.ts';
import { useOffice } from './office.tsx';
import './jump-box.css';

/** A button, or Ctrl K, opens a search for every place of the back office. */
export function JumpBox() {
  const [isOpen, setOpen] = useState(false);
  const hasGone = useRef(false);
  useCtrlK(() => setOpen(true));
  const close = () => setOpen(false);
  useEffect(() => {
    if (isOpen || !hasGone.current) return;
    hasGone.current = false;
    // the dialog returns the focus to the button, but the new screen needs it
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <>
      <button className="jump-box-button" type="button" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>搜索后台</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Dialog name="搜索后台" className="jump-box" onClose={close}>
          <Finder
            onGone={() => {
              hasGone.current = true;
              close();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Finder({ onGone }: { onGone: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const { goals, isLooking } = useDestinations(text);

  const go = (goal: Destination | undefined) => {
    if (!goal) return;
    onGone();
    navigate(goal.path);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPlace((now) => (now + step + goals.length) % Math.max(goals.length, 1));
    else if (event.key === 'Enter') go(goals[place]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <span className="jump-box-field">
        <Icon name="search" />
        <input
          placeholder="搜索页面、文章或用户"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPlace(0);
          }}
          onKeyDown={onKey}
          role="combobox"
          aria-label="搜索后台"
          aria-expanded
          aria-controls="goals"
          aria-activedescendant={goals[place] && `goal-${place}`}
        />
      </span>
      <DestinationList goals={goals} isLooking={isLooking} place={place} go={go} />
    </>
  );
}

type DestinationListProps = {
  goals: Destination[];
  isLooking: boolean;
  place: number;
  go: (goal: Destination) => void;
};

function DestinationList({ goals, isLooking, place, go }: DestinationListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' }); // newer browsers return a promise
  }, [place]);
  return (
    <>
      <div id="goals" ref={list} role="listbox" aria-label="搜索结果">
        {goals.map((goal, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and controls the list by aria-activedescendant
          <div
            key={goal.key ?? goal.path}
            id={`goal-${index}`}
            role="option"
            aria-selected={index === place}
            onClick={() => go(goal)}
          >
            {goal.title}
            <small>{goal.within}</small>
          </div>
        ))}
      </div>
      {goals.length === 0 && <p role="status">{isLooking ? '正在搜索……' : '没有找到'}</p>}
    </>
  );
}

function useCtrlK(open: () => void) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

const maxResults = 5;

/** Menus and settings at once; articles and users once typing pauses. */
function useDestinations(text: string) {
  const { may, has } = useOffice();
  const kinds = `${may('articles.manage') ? 'articles' : ''} ${may('users.read') ? 'users' : ''}`;
  const words = text.trim();
  const { found, isSearching } = useSearchAsTyped(['jump', kinds], words, async (term) =>
    term === '' ? [] : searchContent(term, kinds),
  );
  return {
    goals: [...findDestinations(destinationsFor(may, has), text), ...(isSearching || words === '' ? [] : found)],
    isLooking: isSearching,
  };
}

async function searchContent(text: string, kinds: string) {
  const answers = await Promise.all([
    kinds.includes('articles') ? findArticles(text, 'article') : [],
    kinds.includes('articles') ? findArticles(text, 'page') : [],
    kinds.includes('users') ? findUsers(text) : [],
  ]);
  return answers.flat();
}

async function findArticles(text: string, kind: ArticleKind): Promise<Destination[]> {
  const {
    data: { records },
  } = await api.articles.list({ query: { kind, text: text.slice(0, 50), pageSize: maxResults } });
  return records.map(({ id, title, author: { nickname } }) => ({
    title: title || '无标题',
    within: `${kind === 'page' ? '页面' : '文章'} · ${nickname}`,
    path: `/${kind === 'page' ? 'pages' : 'articles'}?text=${encodeURIComponent(title)}`,
    key: `article-${id}`,
  }));
}

async function findUsers(text: string): Promise<Destination[]> {
  const { records } = await api.members.list({ query: { text: text.slice(0, 100), pageSize: maxResults } });
  return records.map(({ id, nickname }) => ({ title: nickname, within: '用户', path: `/users/${id}` }));
}
