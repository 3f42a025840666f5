import { useEffect, useRef } from 'react';

/** Focuses the first invalid field whenever `wrong` changes. */
export function useFocusRefused(wrong: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return form;
}
