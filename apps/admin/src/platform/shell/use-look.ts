import { useEffect, useEffectEvent } from 'react';

/**
 * Asks quietly for what is shown, whenever the office looks for what others changed. What fails is left as it was.
 * `what` names it: once it is another, `isOld` says so of what was asked before.
 */
export function useLook(look: (isOld: () => boolean) => Promise<unknown>, what = '') {
  const onLook = useEffectEvent(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for before is nobody's then
  useEffect(() => {
    let isOld = false;
    const listen = () => void onLook(() => isOld).catch(() => {});
    addEventListener('mojian:look', listen);
    return () => {
      isOld = true;
      removeEventListener('mojian:look', listen);
    };
  }, [what]);
}
