import type { Me } from '@mojian/contract/core/sessions';
import type { DataArchive } from '@mojian/contract/operations/exports';
import type { CallsOf } from '../../../calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { exactTime } from '../../../ui/times.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { sizeWords } from './size-words.ts';
import { isUnderWay, useArchive } from './use-archive.ts';
import { type Confirmed, useConfirmed } from './use-confirmed.tsx';

type Props = { me: Me; calls: CallsOf<'accounts' | 'exports'>; close: () => void };

/** Everything the member has here, packed to take along. */
export function ExportDialog({ me, calls, close }: Props) {
  const { confirmed, asking } = useConfirmed({ me, calls });
  const { archive, start, problem } = useArchive(calls, confirmed);
  return (
    <CardDialog
      title="导出我的数据"
      line="资料、文章、说说与来往，打成一个 zip：JSON 给程序读，Markdown 给人读。"
      close={close}
    >
      <div className="archive" role="status">
        {archive && <State archive={archive} />}
      </div>
      {problem && <p className="err">{problem}</p>}
      <p className="does">
        {archive && <Start archive={archive} start={start} />}
        {archive?.state === 'ready' && <Download calls={calls} confirmed={confirmed} />}
      </p>
      {asking}
    </CardDialog>
  );
}

/** Stays where it is while the archive is packed: whoever pressed it keeps their place. */
function Start({ archive, start }: { archive: DataArchive; start: () => void }) {
  const isBusy = isUnderWay(archive);
  return (
    <button
      className={archive.state === 'ready' ? 'btn quiet' : 'btn seal-b'}
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
  if (state === 'failed') return <p className="err">{failure || '打包失败，请重试'}</p>;
  if (state === 'ready')
    return (
      <p>
        已经打好，共 {sizeWords(bytes)}。
        {expiresAt && (
          <>
            保留到 <span className="nowrap">{exactTime(expiresAt)}</span>。
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

/** The address is good for one download: it is asked for when it is wanted. */
function Download({ calls, confirmed }: { calls: CallsOf<'exports'>; confirmed: Confirmed }) {
  const { isBusy, refusal, send } = useSending();
  const download = () =>
    send(async () => {
      const { url } = await confirmed(calls.exports.address);
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
    });
  return (
    <>
      {refusal && <span className="err">{refusal.message}</span>}
      <button className="btn seal-b" type="button" onClick={download} aria-disabled={isBusy}>
        下载
      </button>
    </>
  );
}
