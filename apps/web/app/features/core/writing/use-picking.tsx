import { useRef } from 'react';

/** `pick` lets the writer choose pictures from their device; `input` must stand somewhere in the page for it. */
export function usePicking(take: (files: Iterable<File>) => void) {
  const field = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={field}
      type="file"
      accept="image/*"
      multiple
      hidden
      onChange={({ target }) => {
        take([...(target.files ?? [])]);
        target.value = ''; // the same picture may be chosen again
      }}
    />
  );
  return { pick: () => field.current?.click(), input };
}
