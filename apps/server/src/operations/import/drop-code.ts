/** A fence, code within a line, a comment, or a script or style with its end; what comes first counts. */
const passages =
  /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t>]*\1[`~]*[ \t]*(?=\n|$)|$)|(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S]){1,2000}?(?<!`)\2(?!`)|(?<!\\)<(script|style)\b[^<>]{0,1000}>[\s\S]*?<\/\3\s*>/gim;

/** Takes scripts and styles out of Markdown, where they would be read as text, and reports it; code keeps them. */
export function withoutCode(markdown: string, report: (reason: string) => void): string {
  if (!/<\/(?:script|style)\s*>/i.test(markdown)) return markdown;
  let isDropped = false;
  const rest = markdown.replace(passages, (whole: string, _fence, _ticks, name: string | undefined) => {
    if (name === undefined) return whole;
    isDropped = true;
    return '';
  });
  if (isDropped) report('里面的脚本和样式没有带过来');
  return isDropped ? rest.replace(/\n{3,}/g, '\n\n').trim() : markdown;
}
