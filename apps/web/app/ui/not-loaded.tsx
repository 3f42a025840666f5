import { Empty } from './empty.tsx';

/** Something did not arrive, and the way to ask for it once more. */
export function NotLoaded({ title = '加载失败', again }: { title?: string; again: () => void }) {
  return (
    <Empty drawing="torn" title={title}>
      <p>网络打了个盹，稍后再来看看。</p>
      <button className="btn sm" type="button" onClick={again}>
        重试
      </button>
    </Empty>
  );
}
