import type { Block } from '@mojian/markdown/split-blocks';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { drawDiagram } from '../../article/diagram/draw-diagram.ts';

/** Patches the pane outside of React. */
export function useBlocks(prose: RefObject<HTMLElement | null>, blocks: Block[] | undefined) {
  const shown = useRef<RenderedBlock[]>([]);
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

/** Renders diagrams when they come near the viewport. */
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

/** Block with its DOM nodes. */
export type RenderedBlock = Block & { nodes: ChildNode[] };

/**
 * Patches the pane to show other blocks. Unchanged blocks keep their nodes, so that pictures do not flicker and
 * diagrams stay rendered. Returns the blocks and which are new.
 */
function patchBlocks(
  pane: Element,
  before: RenderedBlock[],
  blocks: Block[],
): { shown: RenderedBlock[]; fresh: RenderedBlock[] } {
  const pool = Map.groupBy(before, ({ html }) => html);
  // an inert document: nothing in it loads or runs
  const holder = document.implementation.createHTMLDocument('').createElement('div');
  const fresh: RenderedBlock[] = [];
  const shown = blocks.map((block): RenderedBlock => {
    const known = pool.get(block.html)?.shift();
    if (known) return { ...block, nodes: known.nodes };
    holder.innerHTML = block.html;
    const made = { ...block, nodes: [...holder.childNodes] };
    fresh.push(made);
    return made;
  });

  for (const { nodes } of [...pool.values()].flat()) for (const node of nodes) node.remove();
  let place = pane.firstChild;
  for (const node of shown.flatMap(({ nodes }) => nodes)) {
    if (node === place) place = place.nextSibling;
    else pane.insertBefore(node, place);
  }
  return { shown, fresh };
}

export function elementOf({ nodes }: RenderedBlock): HTMLElement | undefined {
  return nodes.find((node) => node instanceof HTMLElement);
}
