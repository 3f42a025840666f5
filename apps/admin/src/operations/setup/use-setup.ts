import type { SetupProgress, SetupStep } from '@mojian/contract/operations/setup-admin';
import { isFailure } from '@mojian/contract/platform/failures';
import { App } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../platform/http-api.ts';

/** Where somebody is in the set-up. The server knows what is done; the address says which step is open. */
export function useSetup(initial: SetupProgress) {
  const { message } = App.useApp();
  const [progress, setProgress] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [address, setAddress] = useSearchParams();
  const asked = progress.steps.find(({ name }) => name === address.get('step'))?.name;
  const here = progress.isOver ? undefined : (asked ?? firstDue(progress));

  /** Does it, and says so when it was refused. Tells whether it went through. */
  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      message.error(isFailure(error) ? error.message : '操作失败，请重试');
      return false;
    } finally {
      setBusy(false);
    }
  };

  const mark = (step: SetupStep, state: 'done' | 'skipped') =>
    attempt(async () => {
      const now = await api.setup.mark({ body: { step, state } });
      setProgress(now);
      setAddress(nextOf(now, step));
    });

  const finish = () => attempt(async () => setProgress(await api.setup.finish()));

  return { progress, here, isBusy, attempt, mark, finish };
}

function firstDue({ steps }: SetupProgress) {
  return steps.find(({ state }) => state === 'due')?.name;
}

/** The step after this one, also one that was done before; after the last whatever is still due, or the end. */
function nextOf({ steps }: SetupProgress, step: SetupStep): Record<string, string> {
  const next = steps[steps.findIndex(({ name }) => name === step) + 1]?.name;
  return next ? { step: next } : {};
}
