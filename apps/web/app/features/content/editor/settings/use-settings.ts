import type { ArticleContent } from '@mojian/contract/content/article-content';
import { useEffect, useState } from 'react';

export type Field = keyof ArticleContent | 'publishAt';

/** Editor state outside the content: schedule, new series and the settings sheet. */
export type Settings = {
  /** Value of a `datetime-local` input; '' publishes at once. */
  publishAt: string;
  setPublishAt: (local: string) => void;
  /** Name of a series to be created. */
  newSeries: string | undefined;
  nameSeries: (name: string | undefined) => void;
  /** Whether the sheet of narrow screens is open. */
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Focuses the field with this `data-field`. */
  seek: (field: Field) => void;
};

/** Settings state shared by the panel and the submit dialog. */
export function useSettings(): Settings {
  const [publishAt, setPublishAt] = useState('');
  const [newSeries, nameSeries] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState<{ field: Field }>();
  // after the sheet has opened, or a dialog above has returned the focus
  useEffect(() => {
    if (!sought) return;
    const frame = requestAnimationFrame(() => focusField(sought.field));
    return () => cancelAnimationFrame(frame);
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

/** Scrolls to the field with this `data-field`, or the text, opens its `details` and focuses it. */
function focusField(name: string) {
  const field = document.querySelector<HTMLElement>(
    name === 'markdown' ? '[contenteditable=true]' : `[data-field="${name}"]`,
  );
  if (!field) return;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  // a button beside the label follows the control in the DOM
  const [control] = controls.flatMap((kind) =>
    field.matches(kind) ? field : (field.querySelector<HTMLElement>(kind) ?? []),
  );
  control?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'nearest' });
}
