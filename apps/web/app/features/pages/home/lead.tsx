import type { ArticleCard } from '@mojian/contract/content/articles';
import { useState } from 'react';
import { Link } from 'react-router';
import { Cover } from '../../../ui/cover.tsx';
import { LeadText, SideCard } from './lead-cards.tsx';
import type { Slip } from './slip.ts';
import { Turn } from './turn.tsx';
import { useSwipe } from './use-swipe.ts';

/** The chosen articles: one large, the next two beside it. It turns when asked to and never by itself. */
export function Lead({ articles, slip }: { articles: ArticleCard[]; slip: Slip }) {
  const [turned, setTurned] = useState<number>();
  const count = articles.length;
  const at = turned ?? 0;
  const turn = (by: number) => setTurned((at + by + count) % count);
  const swipe = useSwipe(turn);

  const [lead, ...beside] = [0, 1, 2].slice(0, count).flatMap((step) => articles[(at + step) % count] ?? []);
  if (!lead) return null;
  const arrival = turned === undefined ? '' : 'turned';
  return (
    <section className={beside.length > 0 ? 'lead' : 'lead alone'} aria-roledescription="轮播" aria-label="精选文章">
      <article className="lead-main" {...swipe}>
        <Link className={`cvbox ${arrival}`} key={lead.id} to={lead.path} tabIndex={-1} aria-hidden="true">
          <Cover article={lead} sizes="(max-width: 1118px) 100vw, 832px" eager />
        </Link>
        <span className="term vert" aria-hidden="true">
          {slip.term}
          <small>{slip.month}</small>
        </span>
        <div className="lead-text">
          <div aria-live="polite">
            <LeadText key={lead.id} article={lead} arrival={arrival} />
          </div>
          {count > 1 && <Turn at={at} count={count} turn={turn} />}
        </div>
      </article>
      {beside.length > 0 && (
        <div className="lead-side">
          {beside.map((article) => (
            <SideCard key={article.id} article={article} arrival={arrival} />
          ))}
        </div>
      )}
      <noscript>
        <Others articles={articles.slice(3)} />
      </noscript>
    </section>
  );
}

/** Without scripts nothing turns: what would come later stands below as plain links. */
function Others({ articles }: { articles: ArticleCard[] }) {
  return articles.map(({ id, path, title }) => (
    <p key={id}>
      <Link className="lk" to={path}>
        {title}
      </Link>
    </p>
  ));
}
