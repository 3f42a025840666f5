import { createShelter } from '@mojian/foreign-files/markdown/code-shelter';

const tags = /(?<!\\)<(\/?)(script|style)\b[^<>]{0,1000}>/gi;

/** Takes scripts and styles out of Markdown, where they would be read as text, and reports it; code keeps them. */
export function withoutCode(markdown: string, report: (reason: string) => void): string {
  if (!/<\/(?:script|style)\s*>/i.test(markdown)) return markdown;
  const shelter = createShelter();
  const hidden = shelter.hideCode(markdown);
  const rest = withoutElements(hidden);
  if (rest === hidden) return markdown;
  report('里面的脚本和样式没有带过来');
  return shelter.restore(rest.replace(/\n{3,}/g, '\n\n')).trim();
}

/** Leaves out what stands from each opening tag to the next closing one of its name. */
function withoutElements(text: string) {
  let rest = '';
  let position = 0;
  let opened: { name: string; index: number } | undefined;
  for (const { 0: tag, 1: slash, 2: written = '', index } of text.matchAll(tags)) {
    const name = written.toLowerCase();
    if (!opened && !slash) opened = { name, index };
    if (!slash || opened?.name !== name) continue;
    rest += text.slice(position, opened.index);
    position = index + tag.length;
    opened = undefined;
  }
  return rest + text.slice(position);
}
