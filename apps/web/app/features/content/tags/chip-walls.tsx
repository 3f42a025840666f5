import { Link } from 'react-router';
import { type Chip, kinds } from './chip-kinds.ts';
import { addressOf } from './choice.ts';

type Props = { chips: Chip[]; id: number | undefined };

/** Beside an open list the wall keeps to the most used tags; all of them are one link away. */
const tagsBesideList = 24;

export function TagWall({ chips, id }: Props) {
  const { path } = kinds.tag;
  const shown = id ? chips.filter((chip, place) => place < tagsBesideList || chip.id === id) : chips;
  const most = chips[0]?.articles ?? 1;
  return (
    <nav className="tag-wall" aria-label="标签">
      {shown.map((chip) => (
        <Link
          key={chip.id}
          className={`chip size-${sizeOf(chip.articles, most)}`}
          to={addressOf(path, { id: chip.id })}
          aria-current={chip.id === id ? 'true' : undefined}
        >
          {chip.name}
          <span className="n">{chip.articles}</span>
        </Link>
      ))}
      {shown.length < chips.length && (
        <Link className="chip all" to={path}>
          {`全部 ${chips.length} 个`}
        </Link>
      )}
    </nav>
  );
}

/** 1 to 4 by the square root: a few tags are used far more often than the others. */
function sizeOf(articles: number, most: number) {
  return 1 + Math.round(3 * Math.sqrt(articles / most));
}

export function CategoryDrawers({ chips, id }: Props) {
  return (
    <nav className="drawers" aria-label="分类">
      {chips.map((chip) => (
        <Link
          key={chip.id}
          to={addressOf(kinds.category.path, { id: chip.id })}
          aria-current={chip.id === id ? 'true' : undefined}
        >
          <b>{chip.name}</b>
          <span>{chip.articles}</span>
          <p>{chip.intro}</p>
        </Link>
      ))}
    </nav>
  );
}
