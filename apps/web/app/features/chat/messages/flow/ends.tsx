import type { Stretch } from '../chat.ts';

/** What stands above the oldest that is loaded: that more is coming, that it did not come, or that there is no more. */
export function Beginning({ stretch, again }: { stretch: Stretch; again: () => void }) {
  if (stretch.hasOlder && stretch.failed && stretch.isLoading === null) return <NotFetched again={again} />;
  return <p className="chat-end">{stretch.hasOlder ? '正在加载更早的消息…' : '这里是开头'}</p>;
}

/** The same below the newest that is loaded, where there is more. */
export function Ending({ stretch, again }: { stretch: Stretch; again: () => void }) {
  if (!stretch.hasNewer) return null;
  if (stretch.failed && stretch.isLoading === null) return <NotFetched again={again} />;
  return <p className="chat-end">正在加载后面的消息…</p>;
}

function NotFetched({ again }: { again: () => void }) {
  return (
    <p className="chat-end">
      加载失败
      <button type="button" onClick={again}>
        重试
      </button>
    </p>
  );
}
