import { canUndo, fetchingTime, joinCounts } from '@mojian/contract/operations/import-words';
import type { ImportRun, ImportRunDetail } from '@mojian/contract/operations/imports';
import { Alert, App, Button, Drawer, Result, Spin } from 'antd';
import { useId, useState } from 'react';
import { api, downloadFrom, errorText } from '../../platform/http-api.ts';
import { LinkButton } from '../../platform/listing/actions.tsx';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { dayTime } from '../../platform/time.tsx';
import { MoveStart } from '../setup/start-date.tsx';
import { CountTable, Losses } from './counts.tsx';
import { Paging } from './paging.tsx';
import { type ImportAct, requestRunAct } from './use-imports.ts';

const pollMs = 5000;

type Props = { id: number; isBusy: boolean; onWaiting: () => void };

/** Result of a run: numbers, pictures, what did not come, report, undo. */
export function RunResult({ id, isBusy, onWaiting }: Props) {
  const { answer, failure, reload } = useAnswer(['imports', 'run', id], () => api.imports.show({ query: { id } }), {
    refetchInterval: ({ state }) => (isInProgress(state.data) ? pollMs : false),
  });
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (answer?.id !== id) return <Spin aria-label="正在加载结果" />;
  return <RunDetail run={answer} isBusy={isBusy} onWaiting={onWaiting} />;
}

function isInProgress(run: ImportRunDetail | undefined) {
  return run !== undefined && (run.pictures.waiting > 0 || run.state === 'running' || run.state === 'undoing');
}

type DetailProps = { run: ImportRunDetail; isBusy: boolean; onWaiting: () => void };

function RunDetail({ run, isBusy, onWaiting }: DetailProps) {
  const { id, state, counts, losses, failure, waiting } = run;
  return (
    <div className="run-result">
      {failure && (
        <Alert type={state === 'failed' ? 'error' : 'warning'} showIcon title={failure} description={nextStep(run)} />
      )}
      {state === 'undone' && <Alert type="info" showIcon title="这次导入已经撤销，下面是撤销之前的数目" />}
      {counts.length > 0 && <CountTable counts={counts} title={state === 'done' ? '搬来了' : '到现在'} />}
      {counts.length === 0 && <p className="quiet">还没有收到东西。</p>}
      {state !== 'undone' && waiting > 0 && (
        <p>
          有 {waiting.toLocaleString('zh-CN')} 条评论在等它们的文章。
          <Button type="link" size="small" onClick={onWaiting}>
            给它们找文章
          </Button>
        </p>
      )}
      <Pictures id={id} pictures={run.pictures} isUndone={state === 'undone'} />
      {state === 'done' && <MoveStart />}
      <Losses losses={losses} />
      <RunActs run={run} isBusy={isBusy} />
    </div>
  );
}

function nextStep({ state, resumable }: ImportRun) {
  if (state === 'undone') return undefined;
  return resumable ? '已经收下的都在，可以接着做。' : '已经收下的都在。要接着做，请再选一次同一个文件。';
}

/** Acts on a run, showing why one is refused. */
export function useRunActs() {
  const { message } = App.useApp();
  return (id: number, act: ImportAct) => requestRunAct(id, act).catch((error) => void message.error(errorText(error)));
}

function RunActs({ run, isBusy }: { run: ImportRunDetail; isBusy: boolean }) {
  const { id, state, counts, resumable } = run;
  const { message } = App.useApp();
  const { isDemo } = useOffice();
  const act = useRunActs();
  const askUndo = useUndoQuestion();
  const hasArticles = counts.some(({ kind, inFile }) => kind === 'article' && inFile > 0);
  const report = () =>
    api.imports.report({ body: { id } }).then(downloadFrom, (error) => message.error(errorText(error)));
  return (
    <div className="row row-wrap run-result-acts">
      {resumable && (
        <Button type="primary" disabled={isBusy || isDemo} onClick={() => act(id, 'resume')}>
          接着做
        </Button>
      )}
      {hasArticles && state !== 'undone' && <LinkButton to="/articles">去看文章</LinkButton>}
      <Button onClick={report}>下载报告（CSV）</Button>
      {canUndo(run) && (
        <Button danger disabled={isBusy || isDemo} onClick={() => askUndo(run)}>
          撤销这次导入
        </Button>
      )}
    </div>
  );
}

/** Guests are removed with the last of their texts, and are told of apart. */
const notCounted = new Set<ImportRun['counts'][number]['kind']>(['category', 'tag', 'person', 'picture']);

/** Says what an undo removes and leaves, and starts it when agreed. */
export function useUndoQuestion() {
  const { modal } = App.useApp();
  const act = useRunActs();
  return (run: ImportRun) => {
    const added = joinCounts(
      run.counts.filter(({ kind }) => !notCounted.has(kind)),
      'added',
    );
    const hasSettings = run.counts.some(({ kind, added: count }) => kind === 'setting' && count > 0);
    modal.confirm({
      title: `撤销「${run.fileName}」的导入？`,
      icon: null,
      width: 520,
      okText: '撤销导入',
      okButtonProps: { danger: true },
      cancelText: '不撤销',
      content: (
        <div className="run-undo">
          <p>
            会删除这次新增的{added && `：${added}`}，连同还在等文章的评论、只为它们建的访客和用户。删除以后不能恢复
            {hasSettings && '；带来的设置回到默认'}。
          </p>
          <p>会留下的：</p>
          <ul className="bullets">
            <li>导入以后在站里改过的；</li>
            <li>有人评论过、收藏过的文章，有人评论过的说说，别的文章也在用的分类和专栏；</li>
            <li>导入之前就有的东西，已经存下的图片。</li>
          </ul>
        </div>
      ),
      onOk: () => act(run.id, 'undo'),
    });
  };
}

type PicturesProps = { id: number; pictures: ImportRunDetail['pictures']; isUndone: boolean };

function Pictures({ id, pictures: { waiting, done, dead }, isUndone }: PicturesProps) {
  const title = useId();
  const act = useRunActs();
  const [isOpen, setOpen] = useState(false);
  if (waiting + done + dead === 0 || isUndone) return null;
  const states = [`取来 ${done} 张`, waiting > 0 && `还在取 ${waiting} 张`, dead > 0 && `取不到 ${dead} 张`];
  return (
    <section className="import-part" aria-labelledby={title}>
      <h3 id={title}>别的网站上的图片</h3>
      <p>
        {states.filter(Boolean).join('，')}。
        {waiting > 0 && (
          <span className="quiet">{`在后台取，每个网站一秒一张，${fetchingTime(waiting)}；不用等在这里，取来之前文章里是原来的链接。`}</span>
        )}
      </p>
      {dead > 0 && (
        <p className="row row-wrap">
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '看看是哪些'}
          </Button>
          <Button size="small" onClick={() => act(id, 'retryPictures')}>
            再取一遍
          </Button>
        </p>
      )}
      {isOpen && <DeadPictures id={id} />}
    </section>
  );
}

const pageSize = 10;

function DeadPictures({ id }: { id: number }) {
  const [pageNo, setPage] = useState(1);
  const { answer, failure } = useAnswer(['imports', 'pictures', id, pageNo], () =>
    api.imports.pictures({ query: { id, pageNo, pageSize } }),
  );
  if (failure) return <Alert type="error" showIcon title={failure} />;
  if (!answer) return <Spin aria-label="正在加载图片" />;
  return (
    <>
      <ul className="rows run-result-dead">
        {answer.records.map(({ id: picture, url, failure: reason, state, article }) => (
          <li key={picture}>
            <a href={url} target="_blank" rel="noreferrer noopener">
              {url}
            </a>
            <small>
              {reason}
              {state === 'waiting' && '，稍后再取'} · 在 <a href={`/article/${article.id}`}>《{article.title}》</a>
            </small>
          </li>
        ))}
      </ul>
      <Paging pageNo={pageNo} pageSize={pageSize} total={answer.total} onPage={setPage} />
    </>
  );
}

type DrawerProps = Omit<Props, 'id'> & { run: ImportRun | undefined; onClose: () => void };

export function RunDrawer({ run, onClose, ...props }: DrawerProps) {
  return (
    <Drawer open={run !== undefined} size={720} onClose={onClose} title={run?.fileName} rootClassName="run-drawer">
      {run && (
        <>
          <p className="quiet">
            {run.reader}，{dayTime(run.startedAt)} 开始
            {run.finishedAt && `，${dayTime(run.finishedAt)} 结束`}
          </p>
          <RunResult id={run.id} {...props} />
        </>
      )}
    </Drawer>
  );
}
