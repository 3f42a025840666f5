import type { Submission } from '@mojian/contract/content/articles-admin';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Drawer, Result, Skeleton } from 'antd';
import { useEffect } from 'react';
import { api } from '../../platform/http-api.ts';
import { Later } from '../../platform/listing/later.tsx';
import { wordsOf } from '../../platform/words-of.ts';
import { Decision, type Given } from './decision.tsx';
import { Reading } from './reading.tsx';
import { useSubmission } from './use-submission.ts';

type Props = { id: number | undefined; isDemo: boolean; go: (id: number | undefined) => void; onDecided: () => void };

/** Reads what waits, one after the other, and decides of it. The arrow keys go on and back. */
export function Review({ id, isDemo, go, onDecided }: Props) {
  const { submission, failure, isLater, reread } = useSubmission(id);
  const { message } = App.useApp();
  const around = neighbours(submission);
  useArrows(id !== undefined, around, go);

  const settle = async (approve: boolean, given: Given) => {
    if (!submission) return;
    const body = { id: submission.id, version: submission.version, approve, ...given };
    await api.articles.decide({ body });
    message.success(approve ? '已通过并发布' : '已退回，作者会收到理由');
    go(around.next ?? around.previous);
    onDecided();
  };
  // somebody else was faster: what stands there now is read again
  const decide = (approve: boolean, given: Given) =>
    settle(approve, given).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      message.warning(wordsOf(error));
      reread();
    });

  return (
    <Drawer
      rootClassName="review"
      size={460}
      open={id !== undefined}
      onClose={() => go(undefined)}
      title={<Heading submission={submission} />}
      extra={<Around {...around} go={go} />}
    >
      {failure && (
        <Result status="info" title={failure} extra={<Button onClick={() => go(undefined)}>返回列表</Button>} />
      )}
      {!failure && !submission && <Skeleton active paragraph={{ rows: 8 }} />}
      {submission && (
        <>
          <Later isDue={isLater === true} catchUp={reread} />
          <Reading submission={submission} onChanged={reread} />
          <Decision key={submission.id} isDemo={isDemo} decide={decide} />
        </>
      )}
    </Drawer>
  );
}

function isOutdated(error: unknown): error is Error {
  return isFailure(error) && (error.id === 'stale' || error.id === 'not-found');
}

function Heading({ submission }: { submission: Submission | undefined }) {
  if (!submission) return '审核文章';
  const { queue, id } = submission;
  return (
    <>
      审核文章{' '}
      <small>
        {queue.indexOf(id) + 1} / {queue.length}
      </small>
    </>
  );
}

type Neighbours = { previous?: number | undefined; next?: number | undefined };

function Around({ previous, next, go }: Neighbours & { go: (id: number | undefined) => void }) {
  return (
    <>
      <Button
        type="text"
        aria-label="上一篇"
        icon={<Icon name="left" />}
        disabled={previous === undefined}
        onClick={() => go(previous)}
      />
      <Button
        type="text"
        aria-label="下一篇"
        icon={<Icon name="right" />}
        disabled={next === undefined}
        onClick={() => go(next)}
      />
    </>
  );
}

function neighbours(submission: Submission | undefined): Neighbours {
  if (!submission) return {};
  const at = submission.queue.indexOf(submission.id);
  return { previous: submission.queue[at - 1], next: submission.queue[at + 1] };
}

function useArrows(isOpen: boolean, { previous, next }: Neighbours, go: (id: number) => void) {
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const isWriting = target instanceof HTMLElement && target.closest('textarea, input') !== null;
      const to = { ArrowLeft: previous, ArrowRight: next }[key];
      if (to !== undefined && !isWriting && !altKey && !ctrlKey && !metaKey) go(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, previous, next, go]);
}
