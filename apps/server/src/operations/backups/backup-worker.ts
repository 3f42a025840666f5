import { openStorage } from '../../platform/storage/open-storage.ts';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { type Written, writeNext } from './backups.ts';
import { proveBackup } from './check-backup.ts';
import { explain } from './errors.ts';

type Source = { databaseUrl: string; dataDir: string; storageUrl: string | undefined; siteUrl: string };

const tasks = {
  /** Writes the next backup of a site. `failure`: why there is none, in Chinese. */
  write: async ({ storageUrl, ...source }: Source): Promise<{ written: Written } | { failure: string }> => {
    try {
      const storage = openStorage(storageUrl, source.dataDir);
      return { written: await writeNext({ ...source, storage }, () => {}) };
    } catch (error) {
      return { failure: (explain(error, '备份') as Error).message };
    }
  },

  /** @returns why a backup cannot be restored, '' for one that can */
  prove: (path: string) =>
    proveBackup(path, () => {}).then(
      () => '',
      (error: Error) => error.message,
    ),
};

export type BackupTasks = typeof tasks;

answerTasks(tasks);
