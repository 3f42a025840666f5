import type { Config } from '../platform/config.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import type { Job } from '../platform/jobs/jobs.ts';

/** Jobs that make backups and upload them elsewhere, each loaded at its first run. */
export function backupJobsOf({ db, config }: { db: Db; config: Config }): Job[] {
  return [
    {
      name: '定时备份',
      everySeconds: 600,
      run: async (stopping) => {
        const { queueUploads } = await import('./remotes/upload-due.ts');
        const onProven = (trx: Trx, name: string) => queueUploads(trx, name);
        await (await import('./backups/schedule.ts')).backUpOnSchedule({ db, ...config, onProven }, stopping);
      },
    },
    {
      name: '把备份抄到别处',
      everySeconds: 30,
      run: async (stopping) =>
        (await import('./remotes/upload-due.ts')).uploadDue({ db, dataDir: config.dataDir }, stopping),
    },
  ];
}
