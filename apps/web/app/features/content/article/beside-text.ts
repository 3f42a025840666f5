import './beside-text.css';

/** Fades the actions and contents beside a text while something wider than it passes them. */
export function yieldToWide(text: HTMLElement, signal: AbortSignal) {
  const beside = [...(text.closest('.article')?.querySelectorAll('.article-rail, .article-toc') ?? [])];
  const wide = [...text.querySelectorAll(':scope > :is(.tbl, .photo-wide, .photo-page, .photo-full)')];
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    const passing = wide.map((block) => block.getBoundingClientRect());
    for (const rail of beside) {
      const place = rail.getBoundingClientRect();
      rail.toggleAttribute('data-yields', place.height > 0 && passing.some((block) => meets(block, place)));
    }
  };
  const schedule = () => {
    if (!isScheduled) requestAnimationFrame(update);
    isScheduled = true;
  };
  addEventListener('scroll', schedule, { passive: true, signal });
  addEventListener('resize', schedule, { passive: true, signal });
  schedule();
}

/** Whether they overlap, with some room between them. */
function meets(a: DOMRect, b: DOMRect) {
  const room = 16;
  return a.left < b.right + room && a.right > b.left - room && a.top < b.bottom + room && a.bottom > b.top - room;
}
