import type { ArticleContent } from '@mojian/contract/content/article-content';
import { useEffect, useState } from 'react';
import { focusField } from './focus-field.ts';

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
