import type { ArticleCard } from '@mojian/contract/content/articles';
import { Link } from 'react-router';

const most = 10;

/** The tags of the articles listed here, those that come up most often first. */
export function Companions({ articles, except }: { articles: ArticleCard[]; except: number | undefined }) {
  const tags = articles.flatMap((article) => article.tags).filter(({ id }) => id !== except);
  const times = Map.groupBy(tags, ({ id }) => id);
  const companions = [...times.values()].sort((a, b) => b.length - a.length).slice(0, most);
  if (companions.length === 0) return null;
  return (
    <aside className="aside">
      <section>
        <div className="sec">
          <h2>{except ? '常走在一起' : '文中提到'}</h2>
        </div>
        <ul className="companions">
          {companions.map(([tag]) => (
            <li key={tag?.id}>
              <Link className="tag" to={`/tags?id=${tag?.id}`}>
                {tag?.name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
