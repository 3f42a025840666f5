import type { ContentWork } from '@mojian/contract/operations/content';
import { Alert, Checkbox, Modal, Progress } from 'antd';
import { useState } from 'react';
import { Report } from './report.tsx';
import { useImport } from './use-import.ts';

type Props = { file: File; onClose: () => void };

/** How far it is, what would happen, and what did. Nothing is written before that is wanted. */
export function ImportDialog({ file, onClose }: Props) {
  const [overwrite, setOverwrite] = useState(false);
  const { share, work, failure, run } = useImport(file);
  const { isRunning, isWriting, isOver, mayStart } = phaseOf(work);
  const start = () => (isOver ? onClose() : work && run(work.id, 'import', overwrite));

  return (
    <Modal
      open
      width={600}
      title={isOver ? '已导入' : `导入「${file.name}」`}
      okText={isOver ? '知道了' : '导入'}
      okButtonProps={{ disabled: !isOver && !mayStart, loading: isWriting }}
      cancelButtonProps={isOver || isWriting ? { hidden: true } : {}}
      closable={!isWriting}
      keyboard={!isWriting}
      maskClosable={false}
      onOk={start}
      onCancel={onClose}
    >
      <div className="content-import" aria-live="polite">
        {failure && <Alert type="error" showIcon title={failure} />}
        {!failure && <Step share={share} work={work} />}
        {work?.found && <Report found={work.found} isOver={isOver} />}
        {work?.found && !isOver && (
          <Checkbox checked={overwrite} disabled={isRunning} onChange={({ target }) => setOverwrite(target.checked)}>
            站里改过的也换成文件里的（覆盖）
          </Checkbox>
        )}
      </div>
    </Modal>
  );
}

/** It may begin once it was looked through, and again when it failed. */
function phaseOf(work: ContentWork | undefined) {
  const isRunning = work?.state === 'running';
  const isImport = work?.kind === 'import';
  const isOver = isImport && work.state === 'done';
  const mayStart = !isRunning && !isOver && (isImport || !!work?.found);
  return { isRunning, isWriting: isRunning && isImport, isOver, mayStart };
}

/** What is under way. */
function Step({ share, work }: { share: number; work: ContentWork | undefined }) {
  if (work && work.state !== 'running') return null;
  const [words, part] = work
    ? [work.kind === 'preview' ? '正在看里面有什么' : '正在导入', work.total > 0 ? work.done / work.total : 0]
    : ['正在上传', share];
  return (
    <div>
      <p>
        {words}
        {work && work.total > 0 && `：${work.done} / ${work.total}`}
      </p>
      <Progress percent={Math.round(part * 100)} size="small" aria-label={words} />
    </div>
  );
}
