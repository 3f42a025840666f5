import type { ArticleCard } from '@mojian/contract/articles';
import { Link } from 'react-router';
import { Cover } from '../../ui/cover.tsx';

export function Related({ articles }: { articles: ArticleCard[] }) {
  if (articles.length === 0) return null;
  return (
    <section className="rel" aria-labelledby="rel">
      <div className="sec">
        <h2 id="rel">接着读</h2>
      </div>
      <div className="g">
        {articles.map((article) => (
          <article key={article.id}>
            <Link className="cvbox" to={`/article/${article.id}`} tabIndex={-1} aria-hidden="true">
              <Cover article={article} />
            </Link>
            {article.category && <span className="label">{article.category.name}</span>}
            <h3>
              <Link className="lk" to={`/article/${article.id}`}>
                {article.title}
              </Link>
            </h3>
          </article>
        ))}
      </div>
    </section>
  );
}
