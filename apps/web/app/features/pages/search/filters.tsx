import { Link } from 'react-router';
import { Bar } from '../../../ui/bar.tsx';
import { Marked } from './marked.tsx';
import { type ResultsProps, searchAddress } from './search-address.ts';

/** Years and categories of the hits as filters, and tags with the word. A chosen filter is taken off by its own link. */
export function Filters({ text, choice, results }: ResultsProps) {
  const { years, categories, tags, marks } = results;
  if (years.length < 2 && categories.length === 0 && tags.length === 0 && !choice.year && !choice.categoryId)
    return null;
  const busiest = Math.max(1, ...years.map(({ total }) => total));
  const fullest = Math.max(1, ...categories.map(({ total }) => total));
  return (
    <aside className="aside search-side" id="filters" aria-label="筛选">
      {(years.length > 1 || choice.year) && (
        <FilterGroup title="哪一年">
          {years.map(({ year, total }) => (
            <Filter
              key={year}
              to={searchAddress(text, { ...choice, page: 1, year: year === choice.year ? undefined : year })}
              isOn={year === choice.year}
              name={String(year)}
              share={total / busiest}
              total={total}
            />
          ))}
        </FilterGroup>
      )}
      {categories.length > 0 && (
        <FilterGroup title="哪一类">
          {categories.map(({ id, name, pigment, total }) => (
            <Filter
              key={id}
              to={searchAddress(text, { ...choice, page: 1, categoryId: id === choice.categoryId ? undefined : id })}
              isOn={id === choice.categoryId}
              name={name}
              share={total / fullest}
              total={total}
              pigment={pigment}
            />
          ))}
        </FilterGroup>
      )}
      {tags.length > 0 && (
        <section>
          <div className="section-head">
            <h2>{`带「${text}」的标签`}</h2>
          </div>
          <p className="search-words">
            {tags.map(({ id, name, articles }) => (
              <Link key={id} to={`/tags?id=${id}`}>
                <span>
                  <Marked text={name} marks={marks} />
                </span>
                <sup>{articles}</sup>
              </Link>
            ))}
          </p>
        </section>
      )}
    </aside>
  );
}

function FilterGroup({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <ul className="search-facts">{children}</ul>
    </section>
  );
}

type FilterProps = { to: string; isOn: boolean; name: string; share: number; total: number; pigment?: string };

function Filter({ to, isOn, name, share, total, pigment }: FilterProps) {
  return (
    <li>
      <Link to={to} aria-current={isOn ? 'true' : undefined} aria-label={`${name}，${total} 处${isOn ? '，取消' : ''}`}>
        <span className="truncate">{name}</span>
        <span className={pigment && 'pigment'} data-pigment={pigment}>
          <Bar share={share} />
        </span>
        <span className="search-facts-number">{total}</span>
      </Link>
    </li>
  );
}
