import type { ImportWork } from '@mojian/contract/operations/imports';
import { App, Button, Progress, Result } from 'antd';
import { useState } from 'react';
import { api, downloadFrom, errorText } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { FileDrop, ImportUploadProgress } from './file-drop.tsx';
import { ImportPreviewCard } from './preview.tsx';
import { RunResult, useRunActs } from './run-result.tsx';
import { Runs } from './runs.tsx';
import { closeWork, followWork, nothingSeen, shownWork } from './shown-work.ts';
import { useImportWork, useUpload } from './use-imports.ts';
import { useWaitingTotal, WaitingDrawer } from './waiting.tsx';
import './imports.css';

export function Component() {
  const { work, failure } = useImportWork();
  const waiting = useWaitingTotal();
  const [isWaitingOpen, setWaitingOpen] = useState(false);
  const showWaiting = () => setWaitingOpen(true);
  const isBusy = work?.state === 'running' && work.kind !== 'preview';
  return (
    <>
      <div className="page-head">
        <h1>搬家</h1>
        <p>从别的博客和评论系统搬来，或者把内容带走</p>
        {waiting > 0 && (
          <div className="page-acts">
            <Button onClick={showWaiting}>等文章的评论：{waiting.toLocaleString('zh-CN')} 个网址</Button>
          </div>
        )}
      </div>
      <div className="imports">
        {failure && <Result status="warning" title={failure} />}
        <CurrentFile work={work} onWaiting={showWaiting} />
        <Runs isBusy={isBusy} onWaiting={showWaiting} />
        <ContentExport />
      </div>
      <WaitingDrawer isOpen={isWaitingOpen} onClose={() => setWaitingOpen(false)} />
    </>
  );
}

type CurrentFileProps = { work: ImportWork | null; onWaiting: () => void };

function useShownWork(work: ImportWork | null) {
  const [known, setSeen] = useState(nothingSeen);
  const seen = followWork(known, work);
  if (seen !== known) setSeen(seen);
  return { shown: shownWork(seen, work), close: () => setSeen(closeWork(seen, work)) };
}

/** Chooses a file, uploads it, and shows its preview, import and result. */
function CurrentFile({ work, onWaiting }: CurrentFileProps) {
  const { isDemo } = useOffice();
  const { sending, failure, send, stop } = useUpload();
  const { shown, close } = useShownWork(work);
  const uploadFile = (file: File) => {
    close();
    void send(file);
  };
  if (sending) return <ImportUploadProgress sending={sending} onCancel={stop} />;
  if (shown?.state === 'running') return <WorkProgress work={shown} />;
  if (shown?.state === 'done') return <Finished work={shown} onClose={close} onWaiting={onWaiting} />;
  return <FileDrop failure={failure || failureOf(shown)} disabled={isDemo} onFile={uploadFile} />;
}

function failureOf(work: ImportWork | undefined) {
  return work?.state === 'failed' ? `${work.fileName}：${work.failure}` : '';
}

const workNames = { preview: '正在看里面有什么', import: '正在导入', undo: '正在撤销' };

function WorkProgress({ work: { kind, runId, fileName, done, total } }: { work: ImportWork }) {
  const act = useRunActs();
  const { isDemo } = useOffice();
  const [isPausing, setPausing] = useState(false);
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
  const pause = async (id: number) => {
    setPausing(true);
    await act(id, 'pause');
    setPausing(false);
  };
  return (
    <section className="card imports-work" aria-live="polite">
      <p>
        <b>{workNames[kind]}</b> <span>{fileName}</span>
      </p>
      <Progress percent={percent} size="small" showInfo={total > 0} aria-label={workNames[kind]} />
      <p className="quiet">
        {done.toLocaleString('zh-CN')}
        {total > 0 && ` / ${total.toLocaleString('zh-CN')}`} 样
        {kind !== 'preview' && '。可以离开这一页，它在后台接着做；读者照常能读'}
      </p>
      {kind === 'import' && (
        <Button
          size="small"
          disabled={runId === null || isDemo}
          loading={isPausing}
          onClick={() => runId !== null && pause(runId)}
        >
          暂停
        </Button>
      )}
    </section>
  );
}

type FinishedProps = { work: ImportWork; onClose: () => void; onWaiting: () => void };

function Finished({ work, onClose, onWaiting }: FinishedProps) {
  const { kind, preview, runId, fileName, undone } = work;
  if (preview) return <ImportPreviewCard key={work.upload} work={work} preview={preview} onClose={onClose} />;
  const isUndo = kind === 'undo';
  return (
    <section className="card imports-finished" aria-label={isUndo ? '撤销的结果' : '导入的结果'}>
      <header>
        <h2>{isUndo ? '已撤销' : fileName}</h2>
        {isUndo && <span>{fileName}</span>}
        <Button size="small" onClick={onClose}>
          再搬一个
        </Button>
      </header>
      <div className="card-body">
        {undone && <Undone {...undone} />}
        {!isUndo && runId !== null && <RunResult id={runId} isBusy={false} onWaiting={onWaiting} />}
      </div>
    </section>
  );
}

function Undone({ removed, left }: NonNullable<ImportWork['undone']>) {
  return (
    <>
      <p>
        <b>删除了 {removed.toLocaleString('zh-CN')} 样。</b>
      </p>
      {left > 0 && <p>留下 {left.toLocaleString('zh-CN')} 样：它们在导入以后改过，或有人评论、收藏过。</p>}
    </>
  );
}

function ContentExport() {
  const { message } = App.useApp();
  const { isDemo } = useOffice();
  const [isAsking, setAsking] = useState(false);
  const start = async () => {
    setAsking(true);
    try {
      downloadFrom(await api.content.download());
      message.info('正在打包，好了浏览器会开始下载');
    } catch (error) {
      message.error(errorText(error));
    }
    setAsking(false);
  };
  return (
    <section aria-labelledby="export-title">
      <h2 className="section-head" id="export-title">
        把内容带走
      </h2>
      <div className="card imports-export">
        <p>
          文章、草稿、页面写成 Markdown，开头记着标题、时间与标签；连同说说、评论、留言与图片打成一个
          zip，别的程序也读得懂；导回墨笺，一字不差。
        </p>
        <p className="quiet">账号与密码不在里面：整个站搬到另一台服务器，请用备份。</p>
        <Button loading={isAsking} disabled={isDemo} onClick={start}>
          导出 Markdown
        </Button>
      </div>
    </section>
  );
}
