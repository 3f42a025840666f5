import { readingKey, themeKey } from '../../../storage/look-keys.ts';

export const choices = {
  face: { words: '字体', options: { hei: '黑', song: '宋', kai: '楷' } },
  size: {
    words: '字号',
    options: { '1': '小', '2': '较小', '3': '中', '4': '较大', '5': '大', '6': '特大', '7': '最大' },
  },
  width: { words: '行宽', options: { narrow: '窄', middle: '适中', wide: '宽' } },
  paper: { words: '纸', options: { rice: '米白', white: '白', green: '浅绿', night: '夜' } },
} as const;

export type Choice = keyof typeof choices;

/** Current reading settings; the paper defaults to the theme's. */
export function choicesNow(): Record<Choice, string> {
  const { theme, face = 'hei', size = '3', width = 'middle', paper = 'rice' } = document.documentElement.dataset;
  const isNight = theme === 'dark';
  return { face, size, width, paper: isNight ? 'night' : paper === 'night' ? 'rice' : paper };
}

/** Applies and stores a setting; a paper sets its theme. */
export function choose(name: Choice, value: string) {
  const { dataset } = document.documentElement;
  dataset[name] = value;
  if (name === 'paper') dataset.theme = value === 'night' ? 'dark' : 'light';
  keep(() => {
    if (name === 'paper') sessionStorage.setItem(themeKey, dataset.theme ?? 'light');
  });
  keepChoices();
}

/** Toggles wrapping of long code lines. */
export function toggleLines() {
  const { dataset } = document.documentElement;
  if (dataset.lines) delete dataset.lines;
  else dataset.lines = 'broken';
  keepChoices();
  return Boolean(dataset.lines);
}

function keepChoices() {
  const { size = '', width = '', paper = '', lines = '', face = '' } = document.documentElement.dataset;
  keep(() => localStorage.setItem(readingKey, [size, width, paper, lines, face].join(' ')));
}

/** Ignores blocked storage. */
function keep(store: () => void) {
  try {
    store();
  } catch {}
}
