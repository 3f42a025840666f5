import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width <= 700px)');

/** Whether the window is as narrow as a phone: lists become cards. */
export function usePhone() {
  return useSyncExternalStore(listen, () => phone.matches);
}

function listen(onChange: () => void) {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}
