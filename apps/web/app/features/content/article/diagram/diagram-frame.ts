import type { MermaidConfig } from 'mermaid';
import mermaid from 'mermaid';

/**
 * Message to the frame, sent again when the theme changes. `whole`: the drawing keeps its full size within the frame.
 */
export type FrameOrder = { source: string; theme: 'light' | 'dark'; whole?: boolean };
/**
 * Messages of the frame: ready; height in CSS pixels and horizontal overflow; natural size with `whole`; pressed;
 * syntax error.
 */
export type FrameAnswer =
  | { ready: true }
  | { height: number; wide: boolean }
  | { width: number; height: number }
  | { pressed: true }
  | { fault: string };

/** Smallest scale of a wide diagram; below it, the frame scrolls. */
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
    document.documentElement.className = theme; // printed pages use the light theme
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

/** mermaid's parser draws arrows below the error; the first line has its position. */
function firstLine(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

function answer(message: FrameAnswer) {
  // not `origin`, which is "null" in a sandbox
  parent.postMessage(message, location.origin);
}

const sans =
  '"PingFang SC", "HarmonyOS Sans SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif';

/** tokens.css in sRGB, as mermaid cannot read oklch. `…Tint` is a text background, `pigments` are series colours. */
const palettes = {
  light: {
    paper: '#fcf9f5',
    raised: '#fffefb',
    sunken: '#f5f3ec',
    fold: '#efece3',
    ink: '#26201c',
    ink2: '#524c47',
    ink3: '#6e6862',
    line: '#e1ddd7',
    line2: '#c2bdb5',
    seal: '#b83a2b',
    sealTint: '#f7ebe6',
    celadon: '#316c67',
    celadonTint: '#e6eeea',
    pigments: ['#b3d6d2', '#dbccb2', '#e6c5be', '#c3d4bb', '#bcd0e6', '#ddc5da', '#d1d0b3', '#b3d5dd'],
  },
  dark: {
    paper: '#15120f',
    raised: '#1f1b17',
    sunken: '#1b1814',
    fold: '#2a2621',
    ink: '#e1ddd7',
    ink2: '#b1ada7',
    ink3: '#928f88',
    line: '#2e2b27',
    line2: '#4b4742',
    seal: '#ea7961',
    sealTint: '#311f1a',
    celadon: '#7ab9b1',
    celadonTint: '#202623',
    pigments: ['#2d4f4c', '#53452f', '#5b403a', '#3e4d37', '#374a5d', '#544052', '#4b4930', '#2d4d55'],
  },
};
type Palette = (typeof palettes)['light'];

/** Flat boxes with hairlines; seal red for critical items, celadon for notes. */
function inkTheme(theme: 'light' | 'dark'): MermaidConfig {
  const is = palettes[theme];
  return {
    theme: 'base',
    look: 'classic',
    fontFamily: sans,
    layout: 'dagre', // the default renderer is thirty times larger
    flowchart: { curve: 'basis', nodeSpacing: 32, rankSpacing: 40, padding: 12, minNodeWidth: 40 },
    themeVariables: {
      darkMode: theme === 'dark',
      fontFamily: sans,
      fontSize: '15px',
      useGradient: false,
      dropShadow: 'none',
      ...grounds(is),
      ...charts(is),
    },
  };
}

function grounds(is: Palette) {
  return {
    background: is.paper,
    mainBkg: is.sunken,
    nodeBorder: is.line2,
    primaryColor: is.sunken,
    primaryTextColor: is.ink,
    primaryBorderColor: is.line2,
    secondaryColor: is.celadonTint,
    secondaryTextColor: is.ink,
    secondaryBorderColor: is.celadon,
    tertiaryColor: is.raised,
    tertiaryTextColor: is.ink2,
    tertiaryBorderColor: is.line2,
    lineColor: is.ink3,
    arrowheadColor: is.ink3,
    textColor: is.ink,
    titleColor: is.ink,
    edgeLabelBackground: is.paper,
    clusterBkg: is.raised,
    clusterBorder: is.line2,
    noteBkgColor: is.celadonTint,
    noteTextColor: is.ink,
    noteBorderColor: is.celadon,
    errorBkgColor: is.sealTint,
    errorTextColor: is.seal,
  };
}

function charts(is: Palette) {
  return {
    activationBkgColor: is.fold,
    activationBorderColor: is.line2,
    gridColor: is.line,
    todayLineColor: is.seal,
    critBkgColor: is.sealTint,
    critBorderColor: is.seal,
    taskBkgColor: is.fold,
    taskBorderColor: is.line2,
    taskTextColor: is.ink,
    taskTextDarkColor: is.ink,
    taskTextOutsideColor: is.ink2,
    activeTaskBkgColor: is.celadonTint,
    activeTaskBorderColor: is.celadon,
    doneTaskBkgColor: is.sunken,
    doneTaskBorderColor: is.line2,
    sectionBkgColor: is.raised,
    altSectionBkgColor: is.sunken,
    pieStrokeColor: is.paper,
    pieOuterStrokeColor: is.line2,
    pieSectionTextColor: is.ink,
    pieTitleTextColor: is.ink,
    pieLegendTextColor: is.ink2,
    ...numbered('pie', is.pigments, 1),
    ...numbered('cScale', is.pigments),
    ...numbered('git', is.pigments),
    ...numbered('cScaleLabel', Array(8).fill(is.ink)),
    ...numbered('cScaleInv', Array(8).fill(is.line2)),
    ...numbered('gitBranchLabel', Array(8).fill(is.ink)),
  };
}

/** pie1, pie2, … */
function numbered(name: string, colours: string[], from = 0) {
  return Object.fromEntries(colours.map((colour, index) => [`${name}${index + from}`, colour]));
}
