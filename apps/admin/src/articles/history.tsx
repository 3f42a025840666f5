import type { Revision } from '@mojian/contract/revisions';
import { Button, Modal, Result, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { shortTime } from '../day-time.ts';
import { api } from '../http-api.ts';
import { useCall } from '../use-call.ts';
import './history.css';

type Props = { id: number; title: string; onClose: () => void };

const reasons: Record<Revision['reason'], string> = {
  time: '自动保留',
  submitted: '提交审核',
  published: '发布',
  replaced: '被替换前',
};

/** What an article was before, newest first. Whose it is not sees what readers saw. */
export function History({ id, title, onClose }: Props) {
  const { answer, failure, reload } = useCall(useCallback(() => api.revisions.list({ query: { id } }), [id]));
  const [chosen, setChosen] = useState<number>();
  const shown = chosen ?? answer?.[0]?.id;
  return (
    <Modal open width={860} title={`《${title || '无题'}》的历史`} footer={null} onCancel={onClose}>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {answer?.length === 0 && <p className="quiet">还没有留下从前的样子。发布与提交时各留一版。</p>}
      {answer && shown !== undefined && (
        <div className="history">
          <ul>
            {answer.map((revision) => (
              <li key={revision.id}>
                <button
                  type="button"
                  aria-current={revision.id === shown ? 'true' : undefined}
                  onClick={() => setChosen(revision.id)}
                >
                  <b>{shortTime(revision.createdAt)}</b>
                  <span>{reasons[revision.reason]}</span>
                  <small>
                    {revision.words.toLocaleString('zh-CN')} 字 · {revision.author.nickname}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          <Kept key={shown} id={shown} />
        </div>
      )}
    </Modal>
  );
}

/** The text as it was written. */
function Kept({ id }: { id: number }) {
  const { answer, failure, reload } = useCall(useCallback(() => api.revisions.info({ query: { id } }), [id]));
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />;
  if (!answer) return <Skeleton active />;
  const { title, summary, markdown } = answer.content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
    <section aria-label="那时的正文" tabIndex={0}>
      <h2>{title || '无题'}</h2>
      {summary && <p className="quiet">{summary}</p>}
      <pre>{markdown}</pre>
    </section>
  );
}
