import type { BackupWork } from '@mojian/contract/operations/backups';
import { isFailure } from '@mojian/contract/platform/failures';

/**
 * Reads why a poll of a running job failed. `restored`: the restored site does not know this session. Otherwise the job as
 * it is to be shown: one that this session may no longer see has ended for this screen, though the server goes on with it.
 */
export function afterFailedPoll(work: BackupWork, error: unknown): BackupWork | 'restored' {
  const isRefused = isFailure(error) && (error.id === 'signed-out' || error.id === 'not-allowed');
  if (!isRefused) return { ...work };
  if (work.kind === 'restore') return 'restored';
  return { ...work, state: 'failed', failure: `看不到进度了：${error.message}。它还在后台接着做` };
}
