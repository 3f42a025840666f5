import type { adminUpgrade, UpgradeProgress } from '@mojian/contract/operations/upgrade';
import type { Call, Reply } from '@mojian/contract/platform/endpoint';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';

export type UpgradeAnswer = Reply<typeof adminUpgrade.show>;
export type UpgradeStart = Call<typeof adminUpgrade.start>['body'];

const pollMs = 1000;

/** Loads what can be upgraded to, and follows a running upgrade, also while the site does not answer. */
export function useUpgrade() {
  const { answer, failure, reload } = useAnswer(['upgrade'], () => api.upgrade.show());
  const [polled, setPolled] = useState<UpgradeProgress>();
  const [isAway, setAway] = useState(false);
  const progress = polled ?? answer?.progress;
  const isRunning = progress !== undefined && isGoing(progress);
  usePolling(isRunning, { setPolled, setAway, reload });

  const start = async (request: UpgradeStart) => setPolled(await api.upgrade.start({ body: request }));
  const withdraw = async () => setPolled(await api.upgrade.withdraw());
  // an answer of the version before offers what is installed by now
  const isCurrent = answer?.version === progress?.version;
  return { answer: isCurrent ? answer : undefined, failure, reload, progress, isRunning, isAway, start, withdraw };
}

/** Whether a request waits, or is being carried out. */
function isGoing({ isWaiting, step, status }: UpgradeProgress) {
  return isWaiting || step !== '' || status?.state === 'running';
}

type Setters = {
  setPolled: (progress: UpgradeProgress) => void;
  setAway: (isAway: boolean) => void;
  reload: () => void;
};

/** Asks each second; while the program is exchanged nobody answers, or a proxy does with 502. */
function usePolling(isRunning: boolean, { setPolled, setAway, reload }: Setters) {
  const wasRunning = useRef(false);
  const look = useCallback(async () => {
    try {
      setPolled(await api.upgrade.progress());
      setAway(false);
    } catch {
      setAway(true);
    }
  }, [setPolled, setAway]);
  useEffect(() => {
    if (!isRunning) {
      if (wasRunning.current) reload();
      wasRunning.current = false;
      return;
    }
    wasRunning.current = true;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const again = async () => {
      await look();
      if (!isStopped) timer = setTimeout(again, pollMs);
    };
    timer = setTimeout(again, pollMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isRunning, look, reload]);
}
