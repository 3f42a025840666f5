import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { proveBackup } from './check-backup.ts';

const tasks = {
  /** @returns why a backup cannot be restored, '' for one that can */
  prove: (path: string) =>
    proveBackup(path, () => {}).then(
      () => '',
      (error: Error) => error.message,
    ),
};

export type ProofTasks = typeof tasks;

answerTasks(tasks);
