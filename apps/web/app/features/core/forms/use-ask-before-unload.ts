import { useEffect } from 'react';

/** While `isUnsaved`, has the browser ask before the page goes by a reload, its closing or an address elsewhere. */
export function useAskBeforeUnload(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
