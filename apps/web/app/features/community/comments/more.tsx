type Props = { next: string | null; state: 'resting' | 'loading' | 'failed'; loadMore: () => void };

/** Button for the next page, if any. */
export function MoreComments({ next, state, loadMore }: Props) {
  if (next === null && state !== 'failed') return null;
  const words = state === 'loading' ? '正在加载…' : state === 'failed' ? '加载失败，重试' : '加载更多';
  return (
    <div className="load-more" role="status">
      <button className="btn" type="button" aria-disabled={state === 'loading'} onClick={loadMore}>
        {words}
      </button>
    </div>
  );
}
