import { all, classesOf, replaceElement } from './dom.ts';

/** Line numbers, headings and copy buttons that stand around code. */
const around = '.gutter, .lineno, .line-numbers, .hljs-ln-numbers, .code-snippet__line-index, .copy-btn, .toolbar';

/** Blocks of code become `<pre><code class="language-…">` with nothing but their text. */
export function readCode(document: Document): void {
  for (const element of all(document, around)) element.remove();
  for (const figure of all(document, 'figure.highlight, div.highlight')) {
    const code = figure.querySelector('td.code pre, td.code, pre');
    if (code) put(figure, code, languageOf(figure) || languageOf(code));
  }
  for (const pre of all(document, 'pre')) {
    const holders = [pre, ...all(pre, 'code'), ...(pre.parentElement ? [pre.parentElement] : [])];
    put(pre, pre, holders.map(languageOf).find(Boolean) ?? '');
  }
}

function put(place: Element, code: Element, language: string) {
  const document = place.ownerDocument;
  const made = document.createElement('pre');
  const inner = document.createElement('code');
  if (language) inner.setAttribute('class', `language-${language}`);
  inner.appendChild(document.createTextNode(textOf(code)));
  made.appendChild(inner);
  replaceElement(place, made);
}

/** The text with its line breaks, whether they are characters, `<br>`, or an element for each line. */
function textOf(code: Element): string {
  const document = code.ownerDocument;
  for (const br of all(code, 'br')) replaceElement(br, document.createTextNode('\n'));
  const lines = all(code, 'code, .line, div').filter((line) => line.parentElement === code);
  const text =
    lines.length > 1 && !/\n/.test(code.textContent?.trim() ?? '')
      ? lines.map((line) => line.textContent ?? '').join('\n')
      : (code.textContent ?? '');
  return text.replace(/\u00a0/g, ' ').replace(/\n+$/, '');
}

const plain = /^(hljs|highlight|code|pre|prettyprint|plain|text|plaintext|none|nohighlight|chroma|shiki|source)$/;

function languageOf(element: Element): string {
  const said =
    element.getAttribute('data-lang') ?? element.getAttribute('data-language') ?? element.getAttribute('lang');
  const named = /(?:language|lang|brush:|code-snippet__|highlight-source)[-:_ ]?([\w+#-]+)/.exec(
    classesOf(element),
  )?.[1];
  const beside = /(?:hljs|highlight) ([\w+#-]+) /.exec(classesOf(element))?.[1];
  const language = (said ?? named ?? beside ?? '').toLowerCase();
  return plain.test(language) || /^(fix|zh|en)/.test(language) ? '' : language.replace(/[^\w+#-]/g, '');
}
