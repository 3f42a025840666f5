/** How far below the window a diagram is drawn already. */
const near = '800px';

/** Draws each diagram when the reader comes near. Until then, and without scripts, its source is shown. */
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
