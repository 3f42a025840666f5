import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { type ArticlePage, listTriggers, partElements } from './article-page.ts';
import './ink.css';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** A like comes down like a small seal: it falls, is pressed, blots and dries, and the phone hums for a moment. */
const pressed: Keyframe[] = [
  { scale: 1.5, translate: '0 -14px', opacity: 0.2 },
  { scale: 0.94, translate: '0 0', opacity: 1, offset: 0.3 },
  { scale: 1, boxShadow: '0 0 0 3px color-mix(in srgb, currentColor 40%, transparent)', offset: 0.45 },
  { rotate: '-3deg', boxShadow: '0 0 6px 2px transparent', offset: 0.65 },
  { rotate: '0deg' },
];

/** Animates a like or collect that was just given, and its number. */
export function pressSeal(page: ArticlePage, name: 'like' | 'collect') {
  if (isStill()) return;
  if ('vibrate' in navigator) navigator.vibrate(10);
  for (const button of listTriggers(page.root, name))
    button.querySelector('.icon-button')?.animate(pressed, { duration: 400, easing });
  const counter = name === 'like' ? 'likes' : 'collects';
  for (const figure of partElements(page.root, counter))
    figure.animate({ translate: ['0 0.9em', '0 0'], opacity: [0, 1] }, { duration: 240, delay: 120, easing });
}

/** Runs over a follow button from its lower left, as ink does, and dries after two seconds. */
export function fillWithInk(button: HTMLElement) {
  if (isStill()) return;
  const ink = document.createElement('span');
  ink.className = 'article-ink';
  ink.ariaHidden = 'true';
  ink.textContent = button.textContent;
  button.append(ink);
  ink.animate({ clipPath: ['circle(0 at 0 100%)', 'circle(150% at 0 100%)'] }, { duration: 320, easing });
  const dry = ink.animate({ opacity: [1, 0] }, { duration: 250, delay: 2000, fill: 'both' });
  dry.finished.finally(() => ink.remove());
}

/** Storage key of the articles whose end was sealed in this tab. */
const sealedKey = 'sealed';

/** Lets the seal of the copyright notice come down once an article, when most of the notice is in the window. */
export function sealEnd({ root, article, signal }: ArticlePage) {
  const notice = root.querySelector<HTMLElement>('.article-colophon');
  const stamp = notice?.querySelector<HTMLElement>('.article-stamp');
  const sealed = readStored<number[]>('sessionStorage', sealedKey) ?? [];
  if (!notice || !stamp || isStill() || sealed.includes(article.id)) return;
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      writeStored('sessionStorage', sealedKey, [...sealed, article.id]);
      stamp.animate(fallen, { duration: 360, easing });
      notice.animate({ translate: ['0 0', '0 1px', '0 0'] }, { duration: 180, delay: 150 });
    },
    { threshold: 0.6 },
  );
  watcher.observe(notice);
  signal.addEventListener('abort', () => watcher.disconnect());
}

const fallen: Keyframe[] = [
  { scale: 1.7, translate: '0 -14px', opacity: 0, filter: 'blur(3px)' },
  { scale: 1.25, translate: '0 -6px', opacity: 0.5, filter: 'blur(1px)', offset: 0.33 },
  { scale: 0.95, translate: '0 0', opacity: 1, filter: 'none', offset: 0.5 },
  { scale: 1, opacity: 0.92 },
];
