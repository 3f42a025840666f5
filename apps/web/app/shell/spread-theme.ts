import { toggleTheme } from './theme.ts';
import './spread-theme.css';

/** Switches the theme with a circular view transition from a point of the window. */
export async function spreadTheme(x: number, y: number) {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return toggleTheme();

  const root = document.documentElement;
  root.dataset.spreading = '';
  const transition = document.startViewTransition(toggleTheme);
  transition.finished.finally(() => delete root.dataset.spreading);
  const radius = Math.hypot(Math.max(x, innerWidth - x), Math.max(y, innerHeight - y));
  const spread = () =>
    root.animate(
      { clipPath: [0, radius].map((size) => `circle(${size}px at ${x}px ${y}px)`) },
      { duration: 450, easing: 'ease-out', pseudoElement: '::view-transition-new(root)' },
    );
  await transition.ready.then(spread, () => {}); // skipped: pressed again, or the window is hidden
}
