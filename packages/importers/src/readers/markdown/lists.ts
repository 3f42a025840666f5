import { asList, text } from '../values.ts';
import type { Tool } from './folder.ts';

export type Branch = { name: string; parent: string | null; path: string };

/** Reads Hexo's nested and parallel categories: `[a, b]` is b within a, `[[a, b], [c]]` is that and c beside it. */
export function branchesOf(written: unknown, tool: Tool): Branch[] {
  const lists = asList(written);
  const chains = lists.some(Array.isArray) ? lists.map((one) => [one].flat(9).map(text)) : [lists.map(text)];
  const nested = tool === 'hexo' ? chains : chains.flat().map((name) => [name]);
  return nested.flatMap((chain) => {
    const names = chain.filter(Boolean);
    return names.map((name, at) => ({ name, parent: names[at - 1] ?? null, path: names.slice(0, at + 1).join('/') }));
  });
}
