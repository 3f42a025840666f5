import type { BackupItem, BackupWork } from '@mojian/contract/admin/backups';
import { readableSize } from '@mojian/contract/readable-size';
import { Alert, App, Button, Result, Spin } from 'antd';
import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { dayTime } from '../day-time.ts';
import { downloadFrom } from '../download-from.ts';
import { failureWords } from '../failure-words.ts';
import { api } from '../http-api.ts';
import { BackupList } from './backup-list.tsx';
import { ContentExport } from './content-export.tsx';
import { Moving } from './moving.tsx';
import { Proven } from './proven.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { Restored } from './restored.tsx';
import { Schedule } from './schedule.tsx';
import { useBackupUpload } from './upload-backup.tsx';
import { type Asked, useBackups } from './use-backups.ts';
import { WorkProgress } from './work-progress.tsx';
import './backups.css';

const finished = { create: '备份好了', prove: '试过了，这份备份能用', preview: '', restore: '恢复好了' };

export function Component() {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();
  const [restoring, setRestoring] = useState<BackupItem>();

  const onEnd = useCallback(
    ({ kind, state }: BackupWork) => {
      if (state === 'done' && finished[kind]) message.success(finished[kind]);
      if (kind === 'restore') revalidate();
    },
    [message, revalidate],
  );
  const { list, failure, work, isOut, reload, begin } = useBackups(onEnd);
  const upload = useBackupUpload(reload);
  const isBusy = work?.state === 'running';

  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(failureWords(error)));
  const start = (asked: Asked) => attempt(begin(asked));
  const acts = {
    prove: (name: string) => start({ kind: 'prove', name }),
    restore: setRestoring,
    remove: (name: string) => attempt(api.backups.remove({ query: { name } }).then(reload)),
    download: (name: string) => attempt(api.backups.download({ body: { name } }).then(downloadFrom)),
  };

  if (isOut) return <Restored />;
  return (
    <>
      <div className="page-head">
        <h1>备份</h1>
        {list && (
          <p>
            共 {list.backups.length} 份，磁盘还剩 {readableSize(list.free)}
          </p>
        )}
        <div className="page-acts">
          {upload.button}
          <Button type="primary" disabled={isBusy} onClick={() => start({ kind: 'create' })}>
            立即备份
          </Button>
        </div>
      </div>
      <div className="backups">
        {upload.progress}
        {work?.state === 'failed' && work.kind !== 'preview' && (
          <Alert type="error" showIcon title={work.failure} description={`${dayTime(work.startedAt)} 开始的那一次`} />
        )}
        {isBusy && work.kind !== 'preview' && <WorkProgress work={work} />}
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />}
        {!list && !failure && <Spin aria-label="正在取备份" />}
        {list && (
          <>
            <Proven {...list} />
            <BackupList backups={list.backups} isBusy={isBusy} acts={acts} />
            <div className="backup-cards">
              <Schedule />
              <ContentExport />
              <Moving dialect={list.dialect} />
            </div>
          </>
        )}
      </div>
      {restoring && (
        <RestoreDialog backup={restoring} work={work} begin={begin} close={() => setRestoring(undefined)} />
      )}
    </>
  );
}
