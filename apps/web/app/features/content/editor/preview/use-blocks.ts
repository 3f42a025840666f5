import type { Block } from '@mojian/markdown/split-blocks';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { drawDiagram } from '../../article/diagram/draw-diagram.ts';
import { elementOf, patchBlocks, type Shown } from './patch-blocks.ts';

/** Keeps the pane showing these blocks. What React does not know of: it never touches the inside of the pane. */
export function useBlocks(prose: RefObject<HTMLElement | null>, blocks: Block[] | undefined) {
  const shown = useRef<Shown[]>([]);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    ending.current = leaving;
    return () => leaving.abort();
  }, []);

  useLayoutEffect(() => {
    if (!prose.current || !blocks) return;
    const patched = patchBlocks(prose.current, shown.current, blocks);
    shown.current = patched.shown;
    const drawings = patched.fresh.flatMap((block) => diagramsOf(elementOf(block)));
    if (drawings.length > 0) queueMicrotask(() => ending.current && drawAll(drawings, ending.current.signal));
  }, [prose, blocks]);
  return shown;
}

function diagramsOf(element: HTMLElement | undefined): HTMLElement[] {
  if (!element) return [];
  const within = [...element.querySelectorAll<HTMLElement>('.diagram')];
  return element.matches('.diagram') ? [element, ...within] : within;
}

/** Each is drawn when it comes near, as on the article's page. */
function drawAll(figures: HTMLElement[], signal: AbortSignal) {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        drawDiagram(target as HTMLElement, signal);
      }
    },
    { rootMargin: '400px' },
  );
  for (const figure of figures) watcher.observe(figure);
  signal.addEventListener('abort', () => watcher.disconnect());
}
