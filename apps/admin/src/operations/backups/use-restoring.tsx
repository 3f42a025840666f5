import type { BackupItem, BackupWork } from '@mojian/contract/operations/backups';
import { Alert, App } from 'antd';
import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { dayTime } from '../../platform/day-time.ts';
import { downloadFrom } from '../../platform/download-from.ts';
import { failureWords } from '../../platform/failure-words.ts';
import { api } from '../../platform/http-api.ts';
import { BackupList } from './backup-list.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useBackupUpload } from './upload-backup.tsx';
import { type Asked, useBackups } from './use-backups.ts';
import { WorkProgress } from './work-progress.tsx';

const finished = { create: '已备份', prove: '试恢复成功，这份备份能用', preview: '', restore: '已恢复' };

/**
 * All that a screen needs from which a backup is restored: the list and its acts, the upload, what goes on, the dialog.
 * `onRestored`: this session is in the backup as well, and the site is now what it says.
 */
export function useRestoring(onRestored?: () => void) {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();
  const [restoring, setRestoring] = useState<BackupItem>();

  const onEnd = useCallback(
    ({ kind, state }: BackupWork) => {
      if (state === 'done' && finished[kind]) message.success(finished[kind]);
      if (kind !== 'restore') return;
      revalidate();
      if (state === 'done') onRestored?.();
    },
    [message, revalidate, onRestored],
  );
  const { work, begin, ...backups } = useBackups(onEnd);
  const upload = useBackupUpload(backups.reload);
  const isBusy = work?.state === 'running';

  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(failureWords(error)));
  const start = (asked: Asked) => attempt(begin(asked));
  const acts = {
    prove: (name: string) => start({ kind: 'prove', name }),
    restore: setRestoring,
    remove: (name: string) => attempt(api.backups.remove({ query: { name } }).then(backups.reload)),
    download: (name: string) => attempt(api.backups.download({ body: { name } }).then(downloadFrom)),
  };

  return {
    ...backups,
    isBusy,
    start,
    pick: upload.button,
    going: (
      <>
        {upload.progress}
        {work?.state === 'failed' && work.kind !== 'preview' && (
          <Alert type="error" showIcon title={work.failure} description={`${dayTime(work.startedAt)} 开始的那一次`} />
        )}
        {isBusy && work.kind !== 'preview' && <WorkProgress work={work} />}
      </>
    ),
    listOf: (shown: BackupItem[]) => <BackupList backups={shown} isBusy={isBusy} acts={acts} />,
    dialog: restoring && (
      <RestoreDialog backup={restoring} work={work} begin={begin} close={() => setRestoring(undefined)} />
    ),
  };
}
