import { useSyncExternalStore } from 'react';

/** From here on rooms and talk stand side by side; the style sheet says the same. */
const wide = '(min-width: 861px)';

export function useWide() {
  return useSyncExternalStore(
    watch,
    () => matchMedia(wide).matches,
    () => true,
  );
}

function watch(onChange: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
