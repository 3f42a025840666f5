import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Page } from '@mojian/contract/platform/fields';
import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { ArticleList } from '../articles/article-list.tsx';
import { ArticleListWaiting } from '../articles/article-list-waiting.tsx';
import { type Chips, chosenOf, type Kind, kinds, sentence } from './chip-kinds.ts';
import { CategoryDrawers, TagWall } from './chip-walls.tsx';
import { addressOf } from './choice.ts';
import { Companions } from './companions.tsx';
import { useComing } from './use-coming.ts';
import './chips.css';

type Props = { kind: Kind; data: Chips; loadPage: (pageNo: number) => Promise<Page<ArticleCard>> };

/** Categories and tags alike: all of them, and the articles of the chosen one or the newest. */
export function ChipsScreen({ kind, data, loadPage }: Props) {
  const { chips, choice, list } = data;
  const { path, word } = kinds[kind];
  const coming = useComing(path);
  const shown = coming ?? choice;
  const Wall = kind === 'tag' ? TagWall : CategoryDrawers;
  const here = (page: number) => addressOf(path, { ...choice, page });
  return (
    <main id="main" className="wrap chips">
      <header className="page-head">
        <div>
          <h1>{word}</h1>
          <p>{sentence(kind, data)}</p>
        </div>
        <nav className="switch" aria-label="查看方式">
          <Choose to="/tags" on={kind === 'tag'} label="标签" />
          <Choose to="/category" on={kind === 'category'} label="分类" />
        </nav>
      </header>
      <Wall chips={chips} id={shown.id} />
      <div className="cols">
        <section aria-busy={coming !== undefined}>
          <Picked kind={kind} data={{ ...data, choice: shown }} />
          {coming ? (
            <ArticleListWaiting rows={list.records.length} />
          ) : (
            <ArticleList
              key={here(choice.page)}
              first={list}
              loadPage={loadPage}
              addressOf={here}
              empty={<Nothing kind={choice.id ? kind : undefined} />}
              heading="h3"
            />
          )}
        </section>
        <Companions articles={list.records} except={kind === 'tag' ? choice.id : undefined} />
      </div>
    </main>
  );
}

/** Names what is listed below, and in which order. */
function Picked({ kind, data }: { kind: Kind; data: Chips }) {
  const { choice, list } = data;
  const { path, word } = kinds[kind];
  const chosen = chosenOf(data);
  // the name of what holds only drafts is nobody's business yet
  const name = chosen?.name ?? (choice.id ? `这个${word}` : '全部文章');
  return (
    <header className="pick">
      <h2>
        {chosen && kind === 'tag' && <span aria-hidden="true">#</span>}
        {name}
      </h2>
      <p>
        {chosen?.articles ?? list.total} 篇{chosen?.intro && `，${chosen.intro}`}
      </p>
      {list.total > 1 && (
        <nav className="switch" aria-label="排序">
          <Choose to={addressOf(path, { id: choice.id })} on={choice.by === 'new'} label="最新" />
          <Choose to={addressOf(path, { id: choice.id, by: 'hot' })} on={choice.by === 'hot'} label="最热" />
        </nav>
      )}
    </header>
  );
}

function Choose({ to, on, label }: { to: string; on: boolean; label: string }) {
  return (
    <Link to={to} aria-current={on ? 'true' : undefined} preventScrollReset>
      {label}
    </Link>
  );
}

const nothing = { tag: '这个标签下还没有文章', category: '这个分类下还没有文章' };

function Nothing({ kind }: { kind: Kind | undefined }) {
  return (
    <Empty title={kind ? nothing[kind] : '还没有文章'}>
      <p>写下的文章，会按时收进来。</p>
    </Empty>
  );
}
