import { escapeHtml } from '../escape.ts';
import { limits } from '../limits.ts';
import type { FenceInfo } from './fence-info.ts';
import { languageLabel } from './languages.ts';

/** A block of code as the look draws it. `coloured` are its lines as HTML, if it has been highlighted. */
export function codeFigure(code: string, info: FenceInfo, coloured: string[] | undefined): string {
  const file = info.file && `<span class="file">${escapeHtml(info.file)}</span>`;
  const caption = `<span class="label">${escapeHtml(languageLabel(info.language))}</span>${file}`;
  const button = '<button type="button" class="btn quiet push" data-copy>复制</button>';
  const body = `<pre tabindex="0"><code>${codeHtml(code, info, coloured)}</code></pre>`;
  return `<figure class="code"><figcaption>${caption}${button}</figcaption>${body}</figure>`;
}

function codeHtml(code: string, info: FenceInfo, coloured: string[] | undefined): string {
  const lines = coloured ?? code.split('\n').map(escapeHtml);
  if (lines.length > limits.codeLines) return lines.join('\n');
  return lines.map((line, index) => lineHtml(line, isPointedOut(info, index + 1))).join('');
}

// The line break stands inside the line's element: copied text, feeds and pages without our CSS keep the lines apart.
function lineHtml(html: string, on: boolean): string {
  return `<span class="l${on ? ' on' : ''}">${html}\n</span>`;
}

function isPointedOut(info: FenceInfo, line: number): boolean {
  return info.lines.some(([from, to]) => from <= line && line <= to);
}
