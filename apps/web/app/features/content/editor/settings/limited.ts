import { useState } from 'react';

/** The first characters of a text, none of them cut in two. */
export function firstOf(text: string, most: number) {
  const kept = text.slice(0, most);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
}

/**
 * A text with a limit: what is typed beyond it stays in the field and is named as what it is, so that nothing vanishes;
 * the article gets what fits.
 */
export function useLimited(value: string, change: (text: string) => void, most: number) {
  const [typed, setTyped] = useState(value);
  const shown = firstOf(typed, most) === value ? typed : value;
  const over = shown.length - most;
  return {
    value: shown,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      change(firstOf(target.value, most));
    },
    count: `${shown.length} / ${most}`,
    error: over > 0 ? `最多 ${most} 个字，后面 ${over} 个不会保存` : undefined,
  };
}
