import type { adminBackups, BackupWork } from '@mojian/contract/operations/backups';
import type { Call, Reply } from '@mojian/contract/platform/endpoint';
import { isFailure } from '@mojian/contract/platform/failures';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureWords } from '../../platform/failure-words.ts';
import { api } from '../../platform/http-api.ts';

export type Backups = Reply<typeof adminBackups.list>;
export type Asked = Call<typeof adminBackups.start>['body'];

const lookEvery = 700;
/** The program was started anew in the middle, or is too busy to say. */
const missedAtMost = 20;
const lost = '程序在中途重新启动过，这次操作没有完成。站点没有损坏，请重新操作';

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
  const end = useCallback(
    async (ended: BackupWork) => {
      await reload();
      onEnd(ended);
    },
    [reload, onEnd],
  );
  const isOut = useWatch(work, setWork, end);

  /** Throws Failure when it cannot begin. */
  const begin = async (asked: Asked) => setWork(await api.backups.start({ body: asked }));
  return { list, failure, work, isOut, reload, begin };
}

/** Follows a work to its end. Tells whether the restored site does not know whoever watches. */
function useWatch(
  work: BackupWork | null,
  setWork: (work: BackupWork) => void,
  onEnd: (work: BackupWork) => Promise<void>,
) {
  const [isOut, setOut] = useState(false);
  const missed = useRef(0);
  const isRestoring = work?.state === 'running' && work.kind === 'restore';
  useOwnWordsWhenOut(isRestoring || isOut);

  useEffect(() => {
    if (work?.state !== 'running' || isOut) return;
    const ask = async () => {
      const next = await api.backups.work();
      missed.current = next ? 0 : missed.current + 1;
      const now = next ?? (missed.current < missedAtMost ? { ...work } : { ...work, state: 'failed', failure: lost });
      if (now.state !== 'running') await onEnd(now);
      setWork(now);
    };
    const fail = (error: unknown) => {
      const isRefused = isFailure(error) && (error.id === 'signed-out' || error.id === 'not-allowed');
      if (isRefused) setOut(true);
      else setWork({ ...work }); // asks again
    };
    const timer = setTimeout(() => ask().catch(fail), lookEvery);
    return () => clearTimeout(timer);
  }, [work, isOut, setWork, onEnd]);
  return isOut;
}

/** A restored site that does not know this session is no mishap: the screen tells it, and the shell keeps quiet. */
function useOwnWordsWhenOut(isOwn: boolean) {
  useEffect(() => {
    if (!isOwn) return;
    const keep = (event: Event) => event.preventDefault();
    addEventListener('mojian:signing-out', keep);
    return () => removeEventListener('mojian:signing-out', keep);
  }, [isOwn]);
}
