import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import type { adminRedirects, RedirectOutcome } from '@mojian/contract/content/redirects';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { Icon } from '@mojian/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { browser, errorText } from '../../platform/http-api.ts';
import { demoHint } from '../../platform/shell/office.tsx';

type Report = Reply<typeof adminRedirects.import>;

/** Chooses a file, shows what each line would become, and imports it on request. */
export function RedirectImport({ isDemo, onDone }: { isDemo: boolean; onDone: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.txt,.json,.yaml,.yml"
        aria-label="旧地址的文件"
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button
        icon={<Icon name="up" />}
        disabled={isDemo}
        title={isDemo ? demoHint : '两列的 CSV，或 Ghost 的 redirects.json、redirects.yaml'}
        onClick={() => picker.current?.click()}
      >
        导入
      </Button>
      {file && (
        <ImportDialog
          file={file}
          onClose={(isDone) => {
            setFile(undefined);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}

/** Takes longer than other uploads: ten thousand lines are checked. */
const timeoutMs = 120_000;

async function send(file: File, isTrial: boolean) {
  const envelope = await sendFile(browser, `/v1/admin/redirects/import?try=${isTrial}`, file, { timeoutMs });
  return openEnvelope(envelope) as Report;
}

type Props = { file: File; onClose: (isDone: boolean) => void };

function ImportDialog({ file, onClose }: Props) {
  const { report, refusal, due, isOver, isRunning, run } = useImport(file);
  return (
    <Modal
      open
      width={640}
      title={isOver ? '已导入' : `导入「${file.name}」`}
      okText={isOver ? '知道了' : due > 0 ? `导入 ${due} 个` : '导入'}
      okButtonProps={{ disabled: !isOver && due === 0, loading: isRunning }}
      cancelButtonProps={isOver ? { hidden: true } : {}}
      maskClosable={false}
      onOk={() => (isOver ? onClose(true) : run())}
      onCancel={() => onClose(isOver)}
    >
      <div className="redirect-import" aria-live="polite">
        {refusal && <Alert type="error" showIcon title={refusal} />}
        {!refusal && !report && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {report && <ImportReport report={report} isOver={isOver} />}
      </div>
    </Modal>
  );
}

/** Runs a trial import of the file at once; `run` imports it. */
function useImport(file: File) {
  const { data: preview, error } = useQuery({
    queryKey: ['redirects', 'import', file.name, file.size, file.lastModified],
    queryFn: () => send(file, true),
  });
  const [result, setResult] = useState<Report>();
  const [failure, setFailure] = useState('');
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setFailure('');
    await send(file, false)
      .then(setResult)
      .catch((problem: unknown) => setFailure(errorText(problem)));
    setRunning(false);
  };
  return {
    report: result ?? preview,
    refusal: failure || (error ? errorText(error) : ''),
    due: preview ? preview.added + preview.changed : 0,
    isOver: result !== undefined,
    isRunning,
    run,
  };
}

const counted = { added: '新的', changed: '改了去向', unchanged: '没有变化', refused: '不能用' } as const;

function ImportReport({ report, isOver }: { report: Report; isOver: boolean }) {
  const { lines } = report;
  const total = report.added + report.changed + report.unchanged + report.refused;
  return (
    <>
      <ul className="redirect-import-counts">
        {(Object.keys(counted) as (keyof typeof counted)[]).map((name) => (
          <li key={name} className={name === 'refused' && report.refused > 0 ? 'redirect-import-bad' : undefined}>
            <b>{report[name].toLocaleString('zh-CN')}</b>
            <span>{counted[name]}</span>
          </li>
        ))}
      </ul>
      {!isOver && report.refused > 0 && <p>不能用的几行跳过，其余照常导入。</p>}
      <ol className="rows redirect-import-lines">
        {lines.map((line) => (
          <ImportLine key={line.line} {...line} />
        ))}
      </ol>
      {total > lines.length && <p className="quiet">只列出前 {lines.length} 行，不能用的在最前。</p>}
    </>
  );
}

function ImportLine({ line, from, to, result, reason }: RedirectOutcome) {
  return (
    <li className={result === 'refused' ? 'redirect-import-bad' : undefined}>
      <small>第 {line} 行</small>
      <span>
        <b>{from || '（空）'}</b> → {to || '（空）'}
      </span>
      <em>{reason || counted[result]}</em>
    </li>
  );
}
