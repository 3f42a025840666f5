import { type RefObject, useLayoutEffect, useState } from 'react';
import { elementOf, type Shown } from './patch-blocks.ts';

type Props = {
  /** Source lines that everybody may read. */
  openLines: number;
  shown: RefObject<Shown[]>;
  prose: RefObject<HTMLElement | null>;
  /** Another one after each drawing. */
  version: unknown;
};

/** Where a locked article ends for those who have not opened it. It lies over the text, which stays as it is. */
export function OpeningEnd({ openLines, shown, prose, version }: Props) {
  const [top, setTop] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drawing moves it
  useLayoutEffect(() => {
    const text = prose.current;
    if (!text) return;
    const place = () => setTop(endOf(shown.current, openLines, text));
    const watcher = new ResizeObserver(place);
    watcher.observe(text);
    place();
    return () => watcher.disconnect();
  }, [openLines, shown, prose, version]);
  if (top === undefined) return null;
  return (
    <p className="opening-end" style={{ top }}>
      <span>{openLines === 0 ? '全文要解锁才能读' : '以上人人可读，以下要解锁'}</span>
    </p>
  );
}

function endOf(shown: Shown[], openLines: number, prose: HTMLElement): number {
  const last = shown.findLast(({ line }) => line < openLines);
  const element = last && elementOf(last);
  return element ? element.offsetTop + element.offsetHeight : prose.offsetTop;
}
