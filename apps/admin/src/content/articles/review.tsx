import type { Submission } from '@mojian/contract/content/articles-admin';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { skipToken, useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Result, Skeleton } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { UpdateNotice } from '../../platform/listing/use-listing.tsx';
import { State } from '../../platform/state.tsx';
import { shortTime } from '../../platform/time.tsx';
import { readTypeNames } from './article-actions.ts';
import { Checks, Decision, type DecisionInput, useReviewKeys } from './decision.tsx';
import { History } from './history.tsx';
import { type ReviewState, refreshSubmission } from './submission.ts';

type Props = { id: number | undefined; isDemo: boolean; go: (id: number | undefined) => void; onDecided: () => void };

/** Reads waiting submissions one after another and decides on them; the arrow keys move between them. */
export function Review({ id, isDemo, go, onDecided }: Props) {
  const { submission, failure, isOutdated, reread } = useSubmission(id);
  const { message } = App.useApp();
  const around = neighbours(submission);
  useArrowKeys(id === undefined ? {} : around, go);

  const sendDecision = async (approve: boolean, input: DecisionInput) => {
    if (!submission) return;
    const body = { id: submission.id, version: submission.version, approve, ...input };
    await api.articles.decide({ body });
    message.success(approve ? '已通过并发布' : '已退回，作者会收到理由');
    go(around.next ?? around.previous);
    onDecided();
  };
  // decided or changed elsewhere: read again
  const decide = (approve: boolean, input: DecisionInput) =>
    sendDecision(approve, input).catch((error: unknown) => {
      if (!isAlreadyDecided(error)) throw error;
      message.warning(errorText(error));
      reread();
    });

  return (
    <Drawer
      rootClassName="review"
      size={460}
      open={id !== undefined}
      onClose={() => go(undefined)}
      title={<Heading submission={submission} />}
      extra={<NeighbourButtons {...around} go={go} />}
    >
      {failure && (
        <Result status="info" title={failure} extra={<Button onClick={() => go(undefined)}>返回列表</Button>} />
      )}
      {!failure && !submission && <Skeleton active paragraph={{ rows: 8 }} />}
      {submission && (
        <>
          <UpdateNotice isDue={isOutdated === true} catchUp={reread} />
          <Reading submission={submission} onChanged={reread} />
          <Decision key={submission.id} isDemo={isDemo} decide={decide} />
        </>
      )}
    </Drawer>
  );
}

function isAlreadyDecided(error: unknown): error is Error {
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

function NeighbourButtons({ previous, next, go }: Neighbours & { go: (id: number | undefined) => void }) {
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

function useArrowKeys({ previous, next }: Neighbours, go: (id: number) => void) {
  useReviewKeys((command) => {
    if (command !== 'previous' && command !== 'next') return false;
    const to = command === 'previous' ? previous : next;
    if (to !== undefined) go(to);
    return to !== undefined;
  });
}

function Reading({ submission, onChanged }: { submission: Submission; onChanged: () => void }) {
  const { id, title, author, category, tags, words, submittedAt, readType, isChange, html } = submission;
  const [isWhole, setWhole] = useState(false);
  const [isPast, setPast] = useState(false);
  const closePast = (isChanged: boolean) => {
    setPast(false);
    if (isChanged) onChanged();
  };
  return (
    <>
      <h2>{title}</h2>
      <p className="quiet review-about">
        <a href={`/user/${author.id}`}>{author.nickname}</a>
        {category && <span>{category}</span>}
        {tags.length > 0 && <span>{tags.map((tag) => `#${tag}`).join(' ')}</span>}
        <span>{words.toLocaleString('zh-CN')} 字</span>
        {readType > 0 && <span>{readTypeNames[readType]}</span>}
        <time dateTime={submittedAt}>{shortTime(submittedAt)} 提交</time>
        {isChange && <State tone="wait">已发布文章的修改</State>}
      </p>
      <div
        className={isWhole ? 'prose review-text' : 'prose review-text review-text-opening'}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div className="review-more">
        <Button onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? '收起' : '读全文'}
        </Button>
        <Button onClick={() => setPast(true)}>历史</Button>
      </div>
      {isPast && <History id={id} title={title} onClose={closePast} />}
      <Checks submission={submission} />
    </>
  );
}

/** Loads a submission; a change made elsewhere while it is read is only announced, until `reread`. */
function useSubmission(id: number | undefined) {
  const [shown, setShown] = useState<ReviewState>({ submission: undefined, failure: '' });
  const [round, setRound] = useState(0);
  const loaded = useRef('');
  const { data, dataUpdatedAt, error, isLoadingError } = useQuery({
    queryKey: ['articles', 'submission', id, round],
    queryFn: id === undefined ? skipToken : () => api.articles.review({ query: { id } }),
    meta: { follows: ['articles'] },
  });
  // while it is read again, the text stays with what was typed below it
  useEffect(() => {
    loaded.current = '';
    setShown(({ submission }) => ({ submission: submission?.id === id ? submission : undefined, failure: '' }));
  }, [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every refetch, also when the data is equal
  useEffect(() => {
    if (isLoadingError) return setShown({ submission: undefined, failure: errorText(error) });
    if (isFailure(error) && error.id === 'not-found') return setShown((before) => refreshSubmission(before, null));
    if (!data) return;
    const key = `${id} ${round}`;
    const isFirst = loaded.current !== key;
    loaded.current = key;
    setShown((before) => (isFirst ? { submission: data, failure: '' } : refreshSubmission(before, data)));
  }, [data, dataUpdatedAt, error, isLoadingError, id, round]);
  return { ...shown, reread: useCallback(() => setRound((now) => now + 1), []) };
}
