/** Notes the words selected in a comment below `root`. Its result selects them again in a new copy of that comment. */
export function noteSelection(root: Element): (copy: Element) => void {
  const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined;
  const text = range && elementOf(range.startContainer)?.closest('.comment-text');
  const comment = text?.closest('.comment');
  if (!range || range.collapsed || !text || !comment || !root.contains(text)) return () => {};
  const start = charactersBefore(text, range.startContainer, range.startOffset);
  // a triple click ends in the element behind the text
  const end = text.contains(range.endContainer)
    ? charactersBefore(text, range.endContainer, range.endOffset)
    : (text.textContent?.length ?? 0);
  return (copy) => {
    const again = copy.querySelector(`#${comment.id} .comment-text`);
    const [from, to] = [again && placeAt(again, start), again && placeAt(again, end)];
    if (from && to) getSelection()?.setBaseAndExtent(...from, ...to);
  };
}

function charactersBefore(root: Element, node: Node, offset: number) {
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeAt(root: Element, characters: number): [Node, number] | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = characters;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (left <= node.length) return [node, left];
    left -= node.length;
  }
  return undefined;
}

export function elementOf(node: Node) {
  return node instanceof Element ? node : node.parentElement;
}
