import type { Block } from '@mojian/markdown/split-blocks';

/** A block as it stands in the pane. */
export type Shown = Block & { nodes: ChildNode[] };

/**
 * Brings the pane from what it shows to other blocks. What stays the same keeps its nodes, so that pictures do not
 * flicker, diagrams stay drawn and the pane keeps its place. Answers with what is shown now, and which of it is new.
 */
export function patchBlocks(pane: Element, before: Shown[], blocks: Block[]): { shown: Shown[]; fresh: Shown[] } {
  const pool = Map.groupBy(before, ({ html }) => html);
  // where HTML is read without anything being loaded or run
  const holder = document.implementation.createHTMLDocument('').createElement('div');
  const fresh: Shown[] = [];
  const shown = blocks.map((block): Shown => {
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

/** The element of a block, if it shows one. */
export function elementOf({ nodes }: Shown): HTMLElement | undefined {
  return nodes.find((node) => node instanceof HTMLElement);
}
