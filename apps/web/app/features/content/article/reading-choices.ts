import { readingKey, themeKey } from '../../../look-keys.ts';

export const choices = {
  size: { words: '字号', options: { '1': '小', '2': '较小', '3': '中', '4': '较大', '5': '大' } },
  width: { words: '行宽', options: { narrow: '窄', middle: '适中', wide: '宽' } },
  paper: { words: '纸', options: { rice: '米白', white: '白', green: '浅绿', night: '夜' } },
} as const;

export type Choice = keyof typeof choices;

/** What the text looks like now. Without a paper of the reader's own it lies on that of the theme. */
export function choicesNow(): Record<Choice, string> {
  const { theme, size = '3', width = 'middle', paper = 'rice' } = document.documentElement.dataset;
  const isNight = theme === 'dark';
  return { size, width, paper: isNight ? 'night' : paper === 'night' ? 'rice' : paper };
}

/** Shows what was chosen, and keeps it on this device. A paper brings its theme along. */
export function choose(name: Choice, value: string) {
  const { dataset } = document.documentElement;
  dataset[name] = value;
  if (name === 'paper') dataset.theme = value === 'night' ? 'dark' : 'light';
  keep(() => {
    if (name === 'paper') sessionStorage.setItem(themeKey, dataset.theme ?? 'light');
  });
  keepChoices();
}

/** Breaks long lines of code, or no longer, in every block of every article. */
export function toggleLines() {
  const { dataset } = document.documentElement;
  if (dataset.lines) delete dataset.lines;
  else dataset.lines = 'broken';
  keepChoices();
  return Boolean(dataset.lines);
}

function keepChoices() {
  const { size = '', width = '', paper = '', lines = '' } = document.documentElement.dataset;
  keep(() => localStorage.setItem(readingKey, [size, width, paper, lines].join(' ')));
}

/** Where a browser keeps nothing, the choice lasts as long as the page. */
function keep(store: () => void) {
  try {
    store();
  } catch {}
}
