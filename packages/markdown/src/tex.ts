import { limits } from './limits.ts';
import { escapeHtml } from './text.ts';

/** Renders LaTeX as HTML with MathML; invalid input is shown as source. */
export type SetFormula = (source: string, display: boolean) => string;

/** Loads KaTeX, and its chemistry for a text that has some. Renders at most `limits.formulas` formulas. */
export async function loadTex(source: string): Promise<SetFormula> {
  const { default: katex } = await import('katex');
  if (/\\(?:ce|pu)\b/.test(source)) await import('katex/contrib/mhchem');
  let allowance: number = limits.formulas;

  function setFormula(source: string, display: boolean): string {
    if (source.length > limits.formulaLength || allowance-- <= 0) return sourceHtml(source);
    try {
      const options = {
        displayMode: display,
        output: 'mathml',
        throwOnError: true,
        strict: false,
        trust: false,
      } as const;
      return bareMathml(katex.renderToString(source, { ...options, maxExpand: 200, maxSize: 20 }));
    } catch {
      return sourceHtml(source); // invalid LaTeX, or nesting too deep for KaTeX
    }
  }
  return setFormula;
}

// Keeps the <math> element only, without style attributes, which the CSP forbids. KaTeX escapes text and values.
function bareMathml(html: string): string {
  return html.replace(/^<span class="katex">|<\/span>$/g, '').replaceAll(/(<[^<>]*?) style="[^"]*"/g, '$1');
}

function sourceHtml(source: string): string {
  return `<code title="公式有误">${escapeHtml(source)}</code>`;
}
