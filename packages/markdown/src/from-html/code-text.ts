import { all, classesOf } from './dom.ts';

const lineClass =
  / (?:line|hljs-ln-line|token-line|view-line|codemirror-line|cm-line|code-line|crayon-line|blob-code) /;
const blocks = /^(?:div|p|li|tr|ol|ul|table|tbody|section)$/;

/** Text so far; whether its last line has begun; whether the next line break is one that was written already. */
type Output = { text: string; isOpen: boolean; swallows: boolean; hasCodeLines: boolean };

/** Extracts code with its line breaks, be they characters, `<br>` or an element for each line. */
export function codeText(code: Element): string {
  const lines = all(code, 'code').filter((one) => one.parentElement === code).length;
  const output = { text: '', isOpen: false, swallows: false, hasCodeLines: lines > 1 };
  visitAll(code, output);
  return output.text
    .replace(/\u00a0/g, ' ')
    .replace(/\r/g, '')
    .replace(/(?<!\n)\n+$/, '');
}

function visitAll(element: Element, output: Output) {
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType === 3) writeText(node, output);
    else if (node.nodeName === 'BR') writeBreak(output);
    else if (node.nodeType === 1) visitElement(node as Element, output);
  }
}

function writeText(node: Node, output: Output) {
  const written = node.nodeValue ?? '';
  if (written.trim() === '' && isBetweenBlocks(node)) return;
  const text = output.swallows && written.startsWith('\n') ? written.slice(1) : written;
  output.swallows = false;
  if (text) output.isOpen = !text.endsWith('\n');
  output.text += text;
}

function writeBreak(output: Output) {
  if (!output.swallows) endLine(output);
  output.swallows = false;
}

function endLine(output: Output) {
  output.text += '\n';
  output.isOpen = false;
}

function visitElement(element: Element, output: Output) {
  if (!isLine(element, output)) return visitAll(element, output);
  if (output.isOpen) endLine(output);
  output.swallows = false;
  const start = output.text.length;
  visitAll(element, output);
  const isBlank = output.text.length === start && isEmptyLine(element);
  if (!output.isOpen && !isBlank) return;
  endLine(output);
  output.swallows = !blocks.test(element.localName);
}

function isLine(element: Element, { hasCodeLines }: Output) {
  const { localName } = element;
  return blocks.test(localName) || (hasCodeLines && localName === 'code') || lineClass.test(classesOf(element));
}

/** White space between the elements of lines only lays out the page. */
function isBetweenBlocks(text: Node) {
  const inside = Array.from(text.parentElement?.children ?? []);
  return inside.some(({ localName }) => blocks.test(localName) || localName === 'td');
}

/** An element without anything in it, one of several lines. */
function isEmptyLine(element: Element) {
  const near = element.previousElementSibling ?? element.nextElementSibling;
  return near?.localName === element.localName && !/^(?:ol|ul|table|tbody|section)$/.test(element.localName);
}
