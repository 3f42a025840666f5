import type { Chip } from './chip-kinds.ts';
import { chipsAddress } from './choice.ts';
import './tag-index.css';

type Props = { chips: Chip[]; follow: (event: React.MouseEvent<HTMLAnchorElement>) => void };

const mostUsed = 10;
/** From this many tags on the most used stand above the index too. */
const manyTags = 16;

/** Tags as at the back of a book: by initials, with leaders to the number of articles; the most used in a line above. */
export function TagIndex({ chips, follow }: Props) {
  const most = chips[0]?.articles ?? 1;
  return (
    <nav className="tag-index" aria-label="标签">
      {chips.length >= manyTags && (
        <p className="tag-index-most">
          {chips.slice(0, mostUsed).map(({ id, name, articles }) => (
            <a key={id} href={chipsAddress('/tags', { id })} onClick={follow} data-size={sizeOf(articles, most)}>
              {sizeOf(articles, most) > 2 ? <b>{name}</b> : name}
              <sup>{articles}</sup>
            </a>
          ))}
        </p>
      )}
      <div className="tag-index-initials">
        {byInitial(chips).map(([initial, some]) => (
          <section key={initial} aria-label={initial}>
            <h2>{initial}</h2>
            <ol>
              {some.map(({ id, name, articles }) => (
                <li key={id}>
                  <a href={chipsAddress('/tags', { id })} onClick={follow}>
                    {sizeOf(articles, most) > 2 ? (
                      <b className="truncate">{name}</b>
                    ) : (
                      <span className="truncate">{name}</span>
                    )}
                    <i aria-hidden="true" />
                    <small>{articles}</small>
                  </a>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </nav>
  );
}

/** Initials in order with their tags in pinyin order, signs last. */
export function byInitial(chips: Chip[]) {
  const order = new Intl.Collator('zh-u-co-pinyin').compare;
  const groups = Map.groupBy(chips, ({ initial = '#' }) => initial);
  return [...groups]
    .map(([initial, some]) => [initial, some.toSorted((a, b) => order(a.name, b.name))] as const)
    .sort(([a], [b]) => Number(a === '#') - Number(b === '#') || a.localeCompare(b));
}

/** 1 to 4 on a square-root scale, as a few tags are used far more than the others. */
function sizeOf(articles: number, most: number) {
  return 1 + Math.round(3 * Math.sqrt(articles / most));
}
