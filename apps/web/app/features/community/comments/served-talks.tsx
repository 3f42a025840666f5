import { CommentThread } from './comment-thread.tsx';
import type { Talk } from './talk.ts';
import './comments.css';

/** The first comments as the server sends them: to read, not to act on. */
export function ServedTalks({ talk: { records }, isClosed = false }: { talk: Talk; isClosed?: boolean }) {
  if (records.length === 0) return isClosed ? null : <p className="none">还没有评论，来写第一句。</p>;
  return (
    <ol className="talks">
      {records.map((thread) => (
        <CommentThread key={thread.id} thread={thread} />
      ))}
    </ol>
  );
}
