import { type Block, countSame } from '@mojian/markdown/split-blocks';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { drawDiagram } from '../../article/diagram/draw-diagram.ts';
import { withLine } from './render.ts';

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
 * diagrams stay rendered. Matches both ends first: among equal blocks each keeps its own nodes, so that a key moves
 * none of those below it. Returns the blocks and which are new.
 */
function patchBlocks(
  pane: Element,
  before: RenderedBlock[],
  blocks: Block[],
): { shown: RenderedBlock[]; fresh: RenderedBlock[] } {
  const { head, tail } = countSame(before, blocks);
  const stale = before.slice(head, before.length - tail);
  const pool = Map.groupBy(stale, ({ html }) => html);
  const [changed] = before.length === blocks.length && stale.length === 1 ? stale : [];
  // an inert document: nothing in it loads or runs
  const holder = document.implementation.createHTMLDocument('').createElement('div');
  const fresh: RenderedBlock[] = [];
  const middle = blocks.slice(head, blocks.length - tail).map((block): RenderedBlock => {
    const known = pool.get(block.html)?.shift();
    if (known) return { ...block, nodes: known.nodes };
    holder.innerHTML = block.html;
    const isRefilled = changed && refill(changed.nodes, [...holder.childNodes]);
    if (isRefilled) pool.clear();
    const made = { ...block, nodes: isRefilled ? changed.nodes : [...holder.childNodes] };
    fresh.push(made);
    return made;
  });
  for (const { nodes } of [...pool.values()].flat()) for (const node of nodes) node.remove();
  const above = before.slice(0, head).findLast(({ nodes }) => nodes.length > 0);
  let place = above ? (above.nodes.at(-1)?.nextSibling ?? null) : pane.firstChild;
  for (const node of middle.flatMap(({ nodes }) => nodes)) {
    if (node === place) place = place.nextSibling;
    else pane.insertBefore(node, place);
  }
  const all = [...before.slice(0, head), ...middle, ...before.slice(before.length - tail)];
  const shown = all.map((block, index) => withLine(block, blocks[index]?.line ?? 0));
  return { shown, fresh };
}

/**
 * Puts what changed within a block into the same element. Replacing the element itself would have the browser restyle
 * the whole preview, since rules such as `.prose > * + *` depend on siblings. Returns whether the element can stay.
 */
function refill(nodes: ChildNode[], made: ChildNode[]): boolean {
  const [element, ...rest] = nodes;
  const [source, ...others] = made;
  if (!(element instanceof HTMLElement) || !(source instanceof HTMLElement)) return false;
  if (element.tagName !== source.tagName || diagramsOf(element).length > 0) return false;
  if (rest.length !== others.length || rest.some((node, index) => !node.isEqualNode(others[index] ?? null)))
    return false;
  for (const { name } of [...element.attributes]) if (!source.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of source.attributes) element.setAttribute(name, value);
  element.replaceChildren(...source.childNodes);
  return true;
}

export function elementOf({ nodes }: RenderedBlock): HTMLElement | undefined {
  return nodes.find((node) => node instanceof HTMLElement);
}
