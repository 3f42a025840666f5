import type { Notice } from '@mojian/contract/core/notices';
import { useRef } from 'react';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { longDate } from '../../../ui/times.ts';
import { NoticeRow } from './notice-row.tsx';
import { NoticesWaiting } from './notices-waiting.tsx';
import type { useNotices } from './use-notices.ts';

type Props = { notices: ReturnType<typeof useNotices>; empty: React.ReactNode };

export function NoticeList({ notices, empty }: Props) {
  const { list, state, again, loadMore, read, remove } = notices;
  const place = useRef<HTMLDivElement>(null);
  if (!list) return state === 'failed' ? <NotLoaded title="通知加载失败" again={again} /> : <NoticesWaiting />;
  if (list.records.length === 0) return empty;

  const removeRow = (notice: Notice) => {
    void remove(notice);
    // the button that had the focus goes with its row
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className="notice-days">
      {byDay(list.records).map(({ words, rows }) => (
        <section key={words} aria-label={words}>
          <h2>{words}</h2>
          <ul>
            {rows.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onRead={() => void read(notice)}
                onRemove={() => removeRow(notice)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.next && (
        <div className="loadmore" role="status">
          <button className="btn" type="button" aria-disabled={state === 'loading'} onClick={loadMore}>
            {state === 'loading' ? '正在加载…' : state === 'failed' ? '重试' : '加载更多'}
          </button>
        </div>
      )}
    </div>
  );
}

function byDay(records: Notice[]) {
  const today = longDate(new Date().toISOString());
  const isToday = ({ createdAt }: Notice) => longDate(createdAt) === today;
  return [
    { words: '今日', rows: records.filter(isToday) },
    { words: '昨日与更早', rows: records.filter((notice) => !isToday(notice)) },
  ].filter(({ rows }) => rows.length > 0);
}
