import type { Action } from '../actions.ts';
import { insertFence } from '../commands/blocks.ts';

const languages: [name: string, label: string][] = [
  ['', '不指定语言'],
  ['js', 'JavaScript'],
  ['ts', 'TypeScript'],
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['vue', 'Vue'],
  ['json', 'JSON'],
  ['bash', 'Shell'],
  ['python', 'Python'],
  ['java', 'Java'],
  ['go', 'Go'],
  ['rust', 'Rust'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['sql', 'SQL'],
  ['yaml', 'YAML'],
];

/** Code blocks by the languages that are written most. Any other name can be written behind the fence. */
export const fences: Action[] = languages.map(([name, label]) => ({
  id: `fence-${name}`,
  label,
  icon: 'fence',
  ...(name === '' && { keys: 'Mod-Alt-c' }),
  run: insertFence(name),
}));
