import { canUndo, joinCounts, runWords } from '@mojian/contract/operations/import-words';
import type { ImportRun } from '@mojian/contract/operations/imports';
import { Button, Result, Spin } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { Paging } from './paging.tsx';
import { RunDrawer, useRunActs, useUndoQuestion } from './run-result.tsx';

const pageSize = 10;
const pollMs = 3000;
const tones = { running: 'plan', paused: 'wait', done: 'ok', failed: 'bad', undoing: 'plan', undone: 'off' } as const;

type Props = { isBusy: boolean; onWaiting: () => void };

/** All runs, the latest first; one that another process carries out is followed as well. */
export function Runs({ isBusy, onWaiting }: Props) {
  const [pageNo, setPage] = useState(1);
  const [opened, setOpened] = useState<ImportRun>();
  const { answer, failure, reload } = useAnswer(
    ['imports', 'runs', pageNo],
    () => api.imports.list({ query: { pageNo, pageSize } }),
    { refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? pollMs : false) },
  );
  return (
    <section aria-labelledby="runs-title">
      <h2 className="section-head" id="runs-title">
        搬过的
      </h2>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Spin aria-label="正在加载搬过的" />}
      {answer?.total === 0 && (
        <div className="card">
          <p className="empty-note">还没有搬过东西。</p>
        </div>
      )}
      {answer && answer.total > 0 && (
        <ul className="rows run-list card">
          {answer.records.map((run) => (
            <RunRow key={run.id} run={run} isBusy={isBusy} onOpen={() => setOpened(run)} />
          ))}
        </ul>
      )}
      <Paging pageNo={pageNo} pageSize={pageSize} total={answer?.total ?? 0} onPage={setPage} />
      <RunDrawer
        run={opened}
        isBusy={isBusy}
        onClose={() => setOpened(undefined)}
        onWaiting={() => {
          setOpened(undefined);
          onWaiting();
        }}
      />
    </section>
  );
}

const isRunning = ({ state }: ImportRun) => state === 'running' || state === 'undoing';

type RowProps = { run: ImportRun; isBusy: boolean; onOpen: () => void };

function RunRow({ run, isBusy, onOpen }: RowProps) {
  const { id, fileName, reader, state, startedAt, resumable, counts } = run;
  const { isDemo } = useOffice();
  const act = useRunActs();
  const askUndo = useUndoQuestion();
  return (
    <li>
      <div className="run-list-what">
        <b>{fileName}</b>
        <span className="quiet">
          {reader} · <ShortTime time={startedAt} />
        </span>
      </div>
      <div className="run-list-state">
        <State tone={tones[state]}>{runWords[state]}</State>
        <span className="quiet">{progressOf(run) || joinCounts(counts, 'inFile')}</span>
      </div>
      <div className="run-list-acts">
        {resumable && (
          <Button type="text" size="small" disabled={isBusy || isDemo} onClick={() => act(id, 'resume')}>
            接着做
          </Button>
        )}
        <Button type="text" size="small" onClick={onOpen}>
          看结果
        </Button>
        {state !== 'undoing' && canUndo(run) && (
          <Button type="text" size="small" danger disabled={isBusy || isDemo} onClick={() => askUndo(run)}>
            撤销
          </Button>
        )}
      </div>
    </li>
  );
}

/** Progress of an unfinished run. */
function progressOf({ state, done, total }: ImportRun) {
  if (state === 'done' || state === 'undone' || total === 0) return '';
  return `${done.toLocaleString('zh-CN')} / ${total.toLocaleString('zh-CN')}`;
}
