import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { toast } from '../../../../ui/toast.ts';
import type { Manuscript } from './manuscript.ts';
import type { Sight } from './sight.ts';

/** Milliseconds somebody who goes elsewhere on the site waits for the last save. */
const patience = 3000;

/** What is written goes to the server before its writer goes elsewhere; the browser asks before the page is closed. */
export function useLeaving(manuscript: Manuscript, { isDirty, isKept, id }: Sight) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      manuscript.isDirty &&
      !(currentLocation.pathname === nextLocation.pathname && isAddressOf(id, nextLocation.search)),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isGone = false;
    void saved(manuscript).then((isSaved) => {
      if (isGone) return;
      if (isSaved) return blocker.proceed();
      if (!isKept) {
        blocker.reset();
        return toast('error', '网络不通，这台设备也存不下：请先不要离开，把文字复制一份');
      }
      toast('warning', '还没有保存到服务器，文字都在这台设备上，回来可以继续写');
      blocker.proceed();
    });
    return () => {
      isGone = true;
    };
  }, [blocker, manuscript, isKept]);

  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [isDirty]);
}

const isAddressOf = (id: number | null, search: string) => new URLSearchParams(search).get('id') === String(id);

function saved(manuscript: Manuscript) {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([manuscript.flush(), tooLate]);
}
