import { figures } from '../../../ui/figures.ts';

export type Sort = 'new' | 'hot';

type Props = { total: number; sort?: Sort; onSort?: (sort: Sort) => void };

const sorts = [
  ['new', '最新'],
  ['hot', '最热'],
] as const;

/** How many there are, and in which order. */
export function CommentsHead({ total, sort = 'new', onSort }: Props) {
  return (
    <div className="sec">
      <h2>{total > 0 ? `评论 ${figures(total)}` : '评论'}</h2>
      {total > 1 && (
        <fieldset className="switch scripted" aria-label="评论的顺序">
          {sorts.map(([name, words]) => (
            <button
              key={name}
              type="button"
              data-act={`sort-${name}`}
              aria-pressed={sort === name}
              onClick={() => onSort?.(name)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
