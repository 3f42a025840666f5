import type { ArticleInfo } from '@mojian/contract/content/articles';
import { aiDeclaration } from '@mojian/contract/core/ai-content';
import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { memo, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SiteSeal } from '../../../../site/site-seal.tsx';
import { useScriptMark } from '../../../../start/script-mark.ts';
import { Link } from '../../../../ui/link.tsx';
import { longDate } from '../../../../ui/moment.tsx';
import { BookFoot } from './book-foot.tsx';
import { BookHead } from './book-head.tsx';
import { BookLook } from './book-look.tsx';
import {
  type Direction,
  directionScript,
  isVertical,
  markShortNumbers,
  maySetVertically,
  setVertical,
} from './direction.ts';
import { type BookState, type OpenBook, openBook } from './open-book.ts';
import { ReadAloudBar } from './read-aloud-bar.tsx';
import { useReadAloud } from './use-read-aloud.ts';
import '../media.css';
import '../photographs.css';
import './book.css';
import './book-pages.css';
import './book-vertical.css';
import './book-menu.css';

type Props = {
  article: ArticleInfo;
  site: SiteInfo;
  /** Asks for the whole of an article whose opening was served. */
  readWhole: (id: number) => Promise<ArticleInfo>;
};

/** An article as a book: whole pages instead of a long one, and nothing beside them. */
export function BookScreen({ article: served, site, readWhole }: Props) {
  const root = useRef<HTMLElement>(null);
  const article = useWhole(served, readWhole);
  const html = useText(article);
  const { book, state } = useBook(root, article);
  const next = article.series?.next ?? article.next ?? undefined;
  const aloud = useReadAloud(book, article, site, next?.path);
  const mark = useScriptMark();
  const direction = useDirection(html);
  const left = direction.vertical ? 1 : -1;
  return (
    <main id="main" className={direction.mayTurn ? 'book book-turnable' : 'book'} ref={root}>
      {direction.mayTurn && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, which the CSP admits by its hash
        <script suppressHydrationWarning nonce={mark} dangerouslySetInnerHTML={{ __html: directionScript }} />
      )}
      <BookHead article={article} direction={direction} aloud={aloud} />
      <div className="book-view">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys turn its pages */}
        <section className="book-frame" aria-label="正文" tabIndex={0}>
          <div className="book-text">
            <h1>{article.title}</h1>
            <p className="book-by">
              {article.author.nickname}　{longDate(article.publishedAt)}
            </p>
            <Text html={html} />
            <End article={article} next={next} />
          </div>
        </section>
      </div>
      <PageButton side="left" by={left} turn={(by) => book?.pages.turn(by)} />
      <PageButton side="right" by={-left} turn={(by) => book?.pages.turn(by)} />
      <BookFoot title={article.title} state={state} />
      <Contents headings={article.headings} goTo={(id) => book && turnTo(book, id)} />
      <BookLook direction={direction} />
      {aloud.speech !== 'off' && <ReadAloudBar aloud={aloud} />}
    </main>
  );
}

/** The whole of a locked article, when this browser may have it. */
function useWhole(served: ArticleInfo, readWhole: Props['readWhole']) {
  const [whole, setWhole] = useState<ArticleInfo>();
  const ask = useEffectEvent(async () => {
    const read = served.locked ? await readWhole(served.id).catch(() => undefined) : undefined;
    if (read && !read.locked) setWhole(read);
  });
  useEffect(() => void ask(), []);
  return whole ?? served;
}

/** The text, which a served page has and its data lack. */
function useText({ html }: ArticleInfo) {
  const [served] = useState(() => (html ? '' : (globalThis.document?.querySelector('.book .prose')?.innerHTML ?? '')));
  const text = useMemo(() => (maySetVertically(html) ? markShortNumbers(html) : html), [html]);
  return text || served;
}

function useBook(root: RefObject<HTMLElement | null>, article: ArticleInfo) {
  const [book, setBook] = useState<OpenBook>();
  const [state, setState] = useState<BookState>();
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    const opened = root.current && openBook({ root: root.current, article, onTurn: setState, navigate });
    setBook(opened ?? undefined);
    return opened?.close;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again when the whole text replaces the opening
  useEffect(() => open(), [article]);
  return { book, state };
}

function useDirection(html: string): Direction {
  const mayTurn = maySetVertically(html);
  const [vertical, setState] = useState(false);
  useEffect(() => setState(mayTurn && isVertical()), [mayTurn]);
  const set = (wanted: boolean) => {
    setVertical(wanted);
    setState(wanted);
  };
  return { mayTurn, vertical, set };
}

/** Set once: scripts add to it what its pictures and notes do. */
const Text = memo(function Text({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
  return <div className="prose" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
});

function End({ article, next }: { article: ArticleInfo; next: { title: string; path: string } | undefined }) {
  return (
    <div className="book-end">
      {article.hasAiContent && <p className="book-end-next">{aiDeclaration}</p>}
      {article.locked ? (
        <Link className="btn" to={article.path}>
          余下的在文章页解锁
        </Link>
      ) : (
        <>
          <SiteSeal />
          <p className="book-end-word">完</p>
        </>
      )}
      {next && (
        <p className="book-end-next">
          下一篇：
          <Link className="hover-line" to={`${next.path}/read`}>
            {next.title}
          </Link>
        </p>
      )}
    </div>
  );
}

function PageButton({ side, by, turn }: { side: 'left' | 'right'; by: number; turn: (by: number) => void }) {
  return (
    <button
      type="button"
      className={`book-edge book-edge-${side} scripted`}
      aria-label={by < 0 ? '上一页' : '下一页'}
      onClick={() => turn(by)}
    >
      <Icon name={side} />
    </button>
  );
}

type ContentsProps = { headings: ArticleInfo['headings']; goTo: (id: string) => void };

function Contents({ headings, goTo }: ContentsProps) {
  return (
    <nav className="book-menu book-contents" id="book-contents" popover="auto" aria-label="目录">
      {headings.map(({ id, text, level }) => (
        <button
          key={id}
          type="button"
          className={level === 3 ? 'sub' : undefined}
          popoverTarget="book-contents"
          popoverTargetAction="hide"
          onClick={() => goTo(id)}
        >
          {text}
        </button>
      ))}
    </nav>
  );
}

function turnTo({ pages }: OpenBook, id: string) {
  const heading = document.getElementById(id);
  if (heading) pages.goTo(heading);
}
