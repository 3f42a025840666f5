import type { Overview } from '@mojian/contract/operations/overview';
import './categories.css';

const inks = 5;

/** How the articles are spread: the largest in the strongest ink, the sixth and on as one. */
export function Categories({ categories }: Pick<Overview, 'categories'>) {
  const total = categories.reduce((sum, { articles }) => sum + articles, 0);
  const sorted = categories.toSorted((a, b) => b.articles - a.articles);
  const rest = sorted.slice(inks).reduce((sum, { articles }) => sum + articles, 0);
  const shown = [...sorted.slice(0, inks), ...(rest > 0 ? [{ id: 0, name: '其余', articles: rest }] : [])];
  return (
    <section className="card">
      <header>
        <h2>分类</h2>
        <span>{total} 篇</span>
      </header>
      {total === 0 ? (
        <p className="none">还没有分类的文章</p>
      ) : (
        <div className="in">
          <div className="shares" aria-hidden="true">
            {shown.map(({ id, articles }, index) => (
              <i key={id} className={`ink${index}`} style={{ flexGrow: articles }} />
            ))}
          </div>
          <ul className="shares-legend">
            {shown.map(({ id, name, articles }, index) => (
              <li key={id}>
                <i className={`ink${index}`} />
                {name}
                <span>{articles}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
