import type { adminBackups, BackupWork } from '@mojian/contract/admin/backups';
import type { Call, Reply } from '@mojian/contract/endpoint';
import { isFailure } from '@mojian/contract/failures';
import { useCallback, useEffect, useState } from 'react';
import { failureWords } from '../failure-words.ts';
import { api } from '../http-api.ts';

export type Backups = Reply<typeof adminBackups.list>;
export type Asked = Call<typeof adminBackups.start>['body'];

const lookEvery = 700;

/** The list, and the one long work of the server: looked at again and again until it is over, then the list anew. */
export function useBackups(onEnd: (work: BackupWork) => void) {
  const [list, setList] = useState<Backups>();
  const [failure, setFailure] = useState('');
  const [work, setWork] = useState<BackupWork | null>(null);

  const reload = useCallback(async () => {
    try {
      setList(await api.backups.list());
      setFailure('');
    } catch (error) {
      setFailure(failureWords(error));
    }
  }, []);
  const look = useCallback(async () => setWork(await api.backups.work()), []);

  useEffect(() => {
    reload();
    look().catch(() => {});
  }, [reload, look]);

  useEffect(() => {
    if (work?.state !== 'running') return;
    const end = async (next: BackupWork) => {
      await reload();
      onEnd(next);
    };
    const fail = (error: unknown) => {
      const isOut = isFailure(error) && error.id === 'signed-out'; // the restored site does not know this session
      if (isOut) onEnd(work);
      else setWork({ ...work }); // asks again
    };
    const ask = async () => {
      const next = await api.backups.work();
      if (next && next.state !== 'running') await end(next);
      setWork(next);
    };
    const timer = setTimeout(() => ask().catch(fail), lookEvery);
    return () => clearTimeout(timer);
  }, [work, reload, onEnd]);

  /** Throws Failure when it cannot begin. */
  const begin = async (asked: Asked) => setWork(await api.backups.start({ body: asked }));
  return { list, failure, work, reload, begin };
}
