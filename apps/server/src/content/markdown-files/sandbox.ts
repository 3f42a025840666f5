import type { Shelter } from './code-shelter.ts';
import { folded } from './forms.ts';
import type { Rewritten } from './tag-tree.ts';

/** A playground of several files: the one it opens with stays open, what it hides goes, the others are folded. */
export function sandbox(inner: string, shelter: Shelter): Rewritten {
  const files = shelter
    .fencesIn(inner)
    .map(readFile)
    .filter(({ words }) => !words.includes('hidden'));
  const active = files.find(({ words }) => words.includes('active')) ?? files[0];
  if (!active) return { block: inner };

  const others = files.filter((file) => file !== active);
  const rest = others.map(({ text }) => shelter.keepFence(text)).join('\n\n');
  const shown = shelter.keepFence(active.text);
  return { block: others.length > 0 ? `${shown}\n\n${folded(`其余 ${others.length} 个文件`, rest)}` : shown };
}

/** `js src/App.js active {1,3}`: what only the playground needs is taken out. */
function readFile(fenced: string) {
  const [first = '', ...lines] = fenced.split('\n');
  const words = first.split(/\s+/);
  const info = first.replace(/(?<!\s)\s+(?:active|hidden|readOnly)\b/g, '');
  return { words, text: [info, ...lines].join('\n') };
}
