/** Distance below the window at which diagrams are rendered. */
const near = '800px';

/** Renders diagrams near the viewport; until then their source is shown. */
export function watchDiagrams(body: HTMLElement, signal: AbortSignal) {
  const figures = body.querySelectorAll<HTMLElement>('.diagram');
  if (figures.length === 0) return;

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        void import('./draw-diagram.ts').then(({ drawDiagram }) => drawDiagram(target as HTMLElement, signal));
      }
    },
    { rootMargin: near },
  );
  for (const figure of figures) watcher.observe(figure);
  signal.addEventListener('abort', () => watcher.disconnect());
}
