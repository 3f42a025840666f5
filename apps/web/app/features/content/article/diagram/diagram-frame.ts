import mermaid from 'mermaid';
import { inkTheme } from './ink-theme.ts';

/** What the page asks of the frame, again whenever the theme changes. `whole`: the drawing fills the frame, however large that is. */
export type FrameOrder = { source: string; theme: 'light' | 'dark'; whole?: boolean };
/**
 * What the frame answers: that it listens; how high the drawing is in CSS pixels and whether it scrolls sideways; its own
 * size, where it is to be whole; that it was pressed; or what is wrong with the source.
 */
export type FrameAnswer =
  | { ready: true }
  | { height: number; wide: boolean }
  | { width: number; height: number }
  | { pressed: true }
  | { fault: string };

/** A wide drawing shrinks to the frame, but not below this share of its size: then it scrolls. */
const smallest = 0.7;

const page = document.body;
let drawing = Promise.resolve();
let isWhole = false;

addEventListener('message', ({ source, data }: MessageEvent<FrameOrder>) => {
  if (source === parent) drawing = drawing.then(() => draw(data));
});
addEventListener('resize', tellHeight);
addEventListener('click', () => page.firstElementChild && answer({ pressed: true }));
answer({ ready: true });

async function draw({ source, theme, whole = false }: FrameOrder) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    ...inkTheme(theme),
  });
  try {
    const { svg } = await mermaid.render('drawing', source);
    document.documentElement.className = theme; // printed, dark is turned round
    document.documentElement.style.colorScheme = theme;
    page.innerHTML = svg;
    const drawn = page.querySelector('svg');
    if (whole) fill(drawn);
    else fit(drawn);
  } catch (error) {
    answer({ fault: firstLine(error) });
  }
}

function fit(svg: SVGSVGElement | null) {
  if (!svg) return;
  const { width } = svg.viewBox.baseVal;
  svg.style.maxWidth = `${width}px`;
  svg.style.minWidth = `min(${width}px, max(100%, ${width * smallest}px))`;
  svg.style.cursor = 'zoom-in';
  tellHeight();
}

function fill(svg: SVGSVGElement | null) {
  if (!svg) return;
  isWhole = true;
  const { width, height } = svg.viewBox.baseVal;
  Object.assign(svg.style, { width: '100%', maxWidth: 'none', height: '100vh' });
  answer({ width, height });
}

function tellHeight() {
  if (page.firstElementChild && !isWhole) answer({ height: page.scrollHeight, wide: page.scrollWidth > innerWidth });
}

/** mermaid's parser draws arrows under the fault; the first line says where it is. */
function firstLine(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

function answer(message: FrameAnswer) {
  // not `origin`, which is "null" in here
  parent.postMessage(message, location.origin);
}
