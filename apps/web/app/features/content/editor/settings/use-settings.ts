import type { ArticleContent } from '@mojian/contract/content/article-content';
import { useEffect, useState } from 'react';

export type Field = keyof ArticleContent | 'publishAt';

/** What stands beside the content: when it is to appear, and where the panel is. */
export type Settings = {
  /** As a `datetime-local` field holds it; '' means at once. */
  publishAt: string;
  setPublishAt: (local: string) => void;
  /** What a series that is to be made is called, while it is being named. */
  newSeries: string | undefined;
  nameSeries: (name: string | undefined) => void;
  /** The sheet of narrow screens. */
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Leads to a field, wherever it is: its element carries `data-field`. */
  seek: (field: Field) => void;
};

/** Called once by the screen, given to the panel and to the dialog that hands the article in. */
export function useSettings(): Settings {
  const [publishAt, setPublishAt] = useState('');
  const [newSeries, nameSeries] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState<{ field: Field }>();
  // after the sheet has opened, or a dialog above has given back the focus
  useEffect(() => {
    if (!sought) return;
    const later = requestAnimationFrame(() => focusField(sought.field));
    return () => cancelAnimationFrame(later);
  }, [sought]);
  return {
    publishAt,
    setPublishAt,
    newSeries,
    nameSeries,
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    seek: (field) => {
      setOpen(field !== 'title' && field !== 'markdown');
      setSought({ field });
    },
  };
}

const controls = [
  'input:not([type=radio]), input:checked, textarea, select, [role=slider], [contenteditable=true]',
  'button',
];

/**
 * Brings the field with this `data-field`, or the text, into view and puts the focus in it, opening what it lies folded
 * in.
 */
function focusField(name: string) {
  const field = document.querySelector<HTMLElement>(
    name === 'markdown' ? '[contenteditable=true]' : `[data-field="${name}"]`,
  );
  if (!field) return;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  // a button beside the label comes after the control itself
  const [control] = controls.flatMap((kind) =>
    field.matches(kind) ? field : (field.querySelector<HTMLElement>(kind) ?? []),
  );
  control?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'nearest' });
}
