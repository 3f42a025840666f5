import type { Category } from '@mojian/contract/content/categories';
import { Link } from 'react-router';
import { addressOf, type Choice } from './choice.ts';

/** 最新, 最热, and each category. */
export function FeedTabs({ categories, choice: { by, category } }: { categories: Category[]; choice: Choice }) {
  return (
    <nav className="tabs" aria-label="文章的排法和分类">
      <Tab to={addressOf({})} on={by === 'new' && !category}>
        最新
      </Tab>
      <Tab to={addressOf({ by: 'hot' })} on={by === 'hot' && !category}>
        最热
      </Tab>
      {categories.length > 0 && <span className="sep" />}
      {categories.map(({ id, name, articles }) => (
        <Tab key={id} to={addressOf({ category: id })} on={category === id}>
          {name} <span className="n">{articles}</span>
        </Tab>
      ))}
    </nav>
  );
}

function Tab({ to, on, children }: { to: string; on: boolean; children: React.ReactNode }) {
  return (
    <Link to={to} aria-current={on ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  );
}
