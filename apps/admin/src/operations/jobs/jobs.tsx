import type { JobFailure, JobRow } from '@mojian/contract/operations/system';
import { App, Button, Empty, Result, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useAction } from '../../platform/action.ts';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { DemoHint } from '../../platform/shell/office.tsx';
import { durationText, intervalText, timeWithSeconds } from '../../platform/time.tsx';
import './jobs.css';

const runningPollMs = 1500;
const idlePollMs = 10_000;

export function Component() {
  const { answer, failure, reload } = useAnswer(['jobs'], () => api.jobs.list(), {
    refetchInterval: ({ state }) => (state.data?.jobs.some((job) => job.isRunning) ? runningPollMs : idlePollMs),
    refetchIntervalInBackground: true,
  });

  if (failure && !answer)
    return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (!answer) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <>
      <div className="page-head">
        <h1>定时任务</h1>
        <p>站点自己按时做的 {answer.jobs.length} 个任务；上次与下次是这个进程的。</p>
      </div>
      <ul className="rows card jobs">
        {answer.jobs.map((job) => (
          <Job key={job.name} job={job} reload={reload} />
        ))}
      </ul>
      <h2 className="section-head">失败的任务</h2>
      <Failures failures={answer.failures} />
    </>
  );
}

function Job({ job, reload }: { job: JobRow; reload: () => void }) {
  const { name, everySeconds, isRunning, last, nextAt } = job;
  const { doing, act } = useAction();
  const { colour, words } = jobState(job);
  const awaitResult = useRunResult(job);
  const run = async () => {
    await act(name, async () => {
      await api.jobs.run({ body: { name } });
      awaitResult();
      return `开始执行：${name}`;
    });
    reload();
  };
  return (
    <li>
      <b>{name}</b>
      <span className={`state state-${colour}`}>{words}</span>
      <span>
        {last ? `上次 ${timeWithSeconds(last.startedAt)}，用了 ${durationText(last.took)}` : '上次：没有'}
        <small>{last?.failure}</small>
      </span>
      <span>
        {intervalText(everySeconds)}
        {nextAt && <small>下次 {timeWithSeconds(nextAt)}</small>}
      </span>
      <DemoHint>
        {(isDemo) => (
          <Button
            size="small"
            disabled={isRunning || isDemo}
            loading={doing !== ''}
            aria-label={`立即执行：${name}`}
            onClick={run}
          >
            立即执行
          </Button>
        )}
      </DemoHint>
    </li>
  );
}

/** Announces the result of a run started here. */
function useRunResult({ name, isRunning, last }: JobRow) {
  const { message } = App.useApp();
  const [before, setBefore] = useState<string>();
  useEffect(() => {
    if (before === undefined || isRunning || !last || last.startedAt === before) return;
    setBefore(undefined);
    if (last.failure) message.error(`执行失败：${name}。${last.failure}`);
    else message.success(`已完成：${name}，用了 ${durationText(last.took)}`);
  }, [before, isRunning, last, name, message]);
  return () => setBefore(last?.startedAt ?? '');
}

function jobState({ isRunning, last }: JobRow) {
  if (isRunning) return { colour: 'plan', words: '正在执行' };
  if (!last) return { colour: 'none', words: '还没执行过' };
  return last.failure ? { colour: 'bad', words: '失败' } : { colour: 'ok', words: '已完成' };
}

function Failures({ failures }: { failures: JobFailure[] }) {
  if (failures.length === 0) return <Empty description="没有失败的任务" />;
  return (
    <ul className="rows card jobs job-failures">
      {failures.map(({ id, name, startedAt, took, failure }) => (
        <li key={id}>
          <b>{name}</b>
          <time dateTime={startedAt}>
            {timeWithSeconds(startedAt)}，用了 {durationText(took)}
          </time>
          <span>{failure}</span>
        </li>
      ))}
    </ul>
  );
}
