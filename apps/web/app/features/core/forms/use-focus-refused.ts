import { useEffect, useRef } from 'react';

/** Puts the focus into the first field that is marked as wrong, each time something else is. */
export function useFocusRefused(wrong: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return form;
}
