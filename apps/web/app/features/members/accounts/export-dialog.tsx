import type { Me } from '@mojian/contract/core/sessions';
import type { DataArchive } from '@mojian/contract/operations/exports';
import { isFailure } from '@mojian/contract/platform/failures';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { exactTime } from '../../../ui/moment.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { usePasswordConfirmation, type WithPassword } from './confirm-password.tsx';

type Props = { me: Me; calls: CallsOf<'accounts' | 'exports'>; close: () => void };

export function ExportDialog({ me, calls, close }: Props) {
  const { confirmed: withPassword, passwordDialog: asking } = usePasswordConfirmation({ me, calls });
  const { archive, start, problem } = useArchive(calls, withPassword);
  return (
    <CardDialog
      title="导出我的数据"
      line="资料、文章、说说与来往，打成一个 zip：JSON 给程序读，Markdown 给人读。"
      close={close}
    >
      <div className="account-archive type-small" role="status">
        {archive && <State archive={archive} />}
      </div>
      {problem && <p className="error">{problem}</p>}
      <p className="card-dialog-actions">
        {archive && <Start archive={archive} start={start} />}
        {archive?.state === 'ready' && <Download calls={calls} withPassword={withPassword} />}
      </p>
      {asking}
    </CardDialog>
  );
}

/** Stays mounted while the archive is packed, so that the focus is not lost. */
function Start({ archive, start }: { archive: DataArchive; start: () => void }) {
  const isBusy = isUnderWay(archive);
  return (
    <button
      className={archive.state === 'ready' ? 'btn quiet' : 'btn btn-seal'}
      type="button"
      onClick={() => isBusy || start()}
      aria-disabled={isBusy}
    >
      {isBusy ? '正在打包…' : archive.state === 'none' ? '打包' : '重新打包'}
    </button>
  );
}

function State({ archive }: { archive: DataArchive }) {
  const { state, progress, bytes, failure, expiresAt } = archive;
  if (state === 'failed') return <p className="error">{failure || '打包失败，请重试'}</p>;
  if (state === 'ready')
    return (
      <p>
        已经打好，共 {sizeWords(bytes)}。
        {expiresAt && (
          <>
            保留到 <span className="account-nowrap">{exactTime(expiresAt)}</span>。
          </>
        )}
      </p>
    );
  if (state === 'none') return null;
  return (
    <>
      <progress value={progress} max={100} aria-label="打包进度" />
      <p>{state === 'waiting' ? '正在排队…' : `正在打包，${progress}%`}</p>
    </>
  );
}

/** The download address works once: it is requested on demand. */
function Download({ calls, withPassword: confirmed }: { calls: CallsOf<'exports'>; withPassword: WithPassword }) {
  const { isBusy, refusal, send } = useSending();
  const download = () =>
    send(async () => {
      const { url } = await confirmed(calls.exports.address);
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
    });
  return (
    <>
      {refusal && <span className="error">{refusal.message}</span>}
      <button className="btn btn-seal" type="button" onClick={download} aria-disabled={isBusy}>
        下载
      </button>
    </>
  );
}

/** Poll interval in milliseconds. */
const pause = 1000;

/** True while packing, which needs no further request. */
function isUnderWay({ state }: DataArchive) {
  return state === 'waiting' || state === 'building';
}

/** State of the member's archive, polled while it is packed. */
function useArchive({ exports }: CallsOf<'exports'>, withPassword: WithPassword) {
  const [archive, setArchive] = useState<DataArchive>();
  const [problem, setProblem] = useState('');
  const [polls, setPolls] = useState(0);

  const take = async (passwordDialog: Promise<DataArchive>) => {
    try {
      setArchive(await passwordDialog);
      setProblem('');
    } catch (error) {
      setProblem(isFailure(error) ? error.message : '加载失败，请重试');
    }
    setPolls((before) => before + 1);
  };
  const poll = useEffectEvent((before: number) => {
    if (before === 0) return void take(exports.state());
    if (!archive || !isUnderWay(archive)) return;
    const timer = setTimeout(() => take(exports.state()), pause);
    return () => clearTimeout(timer);
  });
  useEffect(() => poll(polls), [polls]);
  return { archive, problem, start: () => take(withPassword(exports.start)) };
}

/** 640 B, 12.4 KB, 3.1 MB */
function sizeWords(bytes: number) {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
