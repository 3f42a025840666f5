import type { Revision } from '@mojian/contract/content/revisions';
import { revisionReasons } from '@mojian/ui/compare/revision-reasons';
import { Button, Modal, Result, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { shortTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { useCall } from '../../platform/use-call.ts';
import { KeptText } from './kept-text.tsx';
import './history.css';

type Props = { id: number; title: string; onClose: (isChanged: boolean) => void };

/** What an article was before, newest first, beside what it is now; and the way back. Of another's: what readers saw. */
export function History({ id, title, onClose }: Props) {
  const load = useCallback(
    () => Promise.all([api.revisions.list({ query: { id } }), api.articles.present({ query: { id } })]),
    [id],
  );
  const { answer, failure, reload } = useCall(load);
  const [opened, setOpened] = useState<number>();
  const [revisions, present] = answer ?? [];
  const chosen = revisions?.find((one) => one.id === opened) ?? mostTelling(revisions);
  return (
    <Modal
      open
      className="history-dialog"
      width={1120}
      title={`《${title || '无标题'}》的历史`}
      footer={null}
      onCancel={() => onClose(false)}
    >
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {revisions?.length === 0 && <p className="quiet">还没有历史版本。发布与提交时各保留一版。</p>}
      {revisions && present && chosen && (
        <div className="history">
          <Revisions revisions={revisions} chosen={chosen.id} choose={setOpened} />
          <KeptText key={chosen.id} {...{ revisions, present, chosen, reload }} onRestored={() => onClose(true)} />
        </div>
      )}
    </Modal>
  );
}

/** The newest is mostly what stands there now: the one before it tells more. */
function mostTelling(revisions: Revision[] = []) {
  const [newest, before] = revisions;
  const isPresent = newest?.reason === 'published' || newest?.reason === 'restored';
  return isPresent ? (before ?? newest) : newest;
}

type ListProps = { revisions: Revision[]; chosen: number; choose: (id: number) => void };

function Revisions({ revisions, chosen, choose }: ListProps) {
  return (
    <ul>
      {revisions.map(({ id, reason, words, author, createdAt }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen ? 'true' : undefined} onClick={() => choose(id)}>
            <b>{shortTime(createdAt)}</b>
            <span>{revisionReasons[reason]}</span>
            <small>
              {words.toLocaleString('zh-CN')} 字 · {author.nickname}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
