import type { BookState } from './open-book.ts';

/** The reader's place: heading, page, time left, and a bar divided at the headings. */
export function BookFoot({ title, state }: { title: string; state: BookState | undefined }) {
  const { page = 0, count = 1, heading = '', minutes = 1, marks = [] } = state ?? {};
  const isLast = page === count - 1;
  return (
    <footer className="book-foot scripted">
      {state && (
        <>
          <span className="truncate">{heading || title}</span>
          <b>
            <span className="visually-hidden">第 </span>
            {page + 1} / {count}
            <span className="visually-hidden"> 页</span>
          </b>
          <span>{isLast ? '最后一页' : `还要 ${minutes} 分钟`}</span>
          <Bar read={(page + 1) / count} marks={marks} />
        </>
      )}
    </footer>
  );
}

function Bar({ read, marks }: { read: number; marks: number[] }) {
  const starts = [0, ...marks.filter((mark) => mark > 0.01)];
  return (
    <div className="book-bar" aria-hidden="true">
      {starts.map((start, index) => {
        const end = starts[index + 1] ?? 1;
        const share = Math.max(0, Math.min(1, (read - start) / (end - start)));
        return (
          <i key={start} className={share > 0 && share < 1 ? 'book-bar-now' : ''} style={{ flexGrow: end - start }}>
            <i style={{ width: `${share * 100}%` }} />
          </i>
        );
      })}
    </div>
  );
}
