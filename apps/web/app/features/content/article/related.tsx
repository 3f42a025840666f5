import type { ArticleCard } from '@mojian/contract/content/articles';
import { Cover } from '../../../ui/cover.tsx';

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
            <div className="cvbox">
              <Cover article={article} sizes="(max-width: 640px) 112px, 380px" />
            </div>
            {article.category && <span className="label">{article.category.name}</span>}
            <h3>
              <a className="lk" href={article.path}>
                {article.title}
              </a>
            </h3>
          </article>
        ))}
      </div>
    </section>
  );
}
