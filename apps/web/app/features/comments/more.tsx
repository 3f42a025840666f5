type Props = { next: string | null; state: 'resting' | 'loading' | 'failed'; loadMore: () => void };

/** The way to further comments, as long as there are any. */
export function More({ next, state, loadMore }: Props) {
  if (next === null && state !== 'failed') return null;
  const words = state === 'loading' ? '正在取来…' : state === 'failed' ? '没有取到，再取一次' : '再看 10 条';
  return (
    <div className="loadmore" role="status">
      <button className="btn" type="button" aria-disabled={state === 'loading'} onClick={loadMore}>
        {words}
      </button>
    </div>
  );
}
