import { findLanguage } from '../code/languages.ts';
import { codeText } from './code-text.ts';
import { all, classesOf, hasElement, isWithin, replaceElement } from './dom.ts';

/** Elements that sites put around a block of code. */
const frames =
  'figure.highlight, div.highlight, .syntaxhighlighter, .dp-highlighter, .crayon-syntax, .code-snippet__fix, table.highlight, .cnblogs_code';

/** Normalizes code blocks to `<pre><code class="language-…">` with plain text, without the numbers and labels beside it. */
export function readCode(document: Document): void {
  for (const frame of all(document, frames)) {
    if (!document.body.contains(frame) || isWithin(frame.parentNode, 'pre')) continue;
    dropNumbers(frame);
    put(codeWithin(frame), frame);
  }
  for (const pre of all(document, 'pre')) {
    if (!document.body.contains(pre) || isMade(pre) || isWithin(pre.parentNode, 'pre')) continue;
    dropNumbers(pre);
    put(innerCode(pre) ?? pre, pre);
  }
}

function isMade(pre: Element) {
  return pre.hasAttribute('data-code');
}

/** The code of a frame: its only `pre`, or a table or list of lines. */
function codeWithin(frame: Element): Element | undefined {
  const blocks = all(frame, 'pre').filter((pre) => hasWords(pre) && !pre.querySelector('pre'));
  if (blocks.length === 1) return blocks[0] && (innerCode(blocks[0]) ?? blocks[0]);
  if (blocks.length > 1) return undefined;
  const [lines, second] = all(frame, 'td.code, td.blob-code, td.crayon-code, .container, ol, code').filter(hasWords);
  const isTable = frame.localName === 'table' || (lines?.localName === 'td' && second?.localName === 'td');
  return lines && isTable ? (lines.closest('table') ?? frame) : lines;
}

/** The only `code` of a `pre` with nothing but labels beside it. */
function innerCode(pre: Element): Element | undefined {
  const codes = all(pre, 'code').filter((code) => hasWords(code) && !isWithin(code.parentNode, 'code'));
  const [code] = codes;
  return codes.length === 1 && code && textsOutside(pre, code).every(isLabel) ? code : undefined;
}

function hasWords(element: Element) {
  return (element.textContent ?? '').trim() !== '';
}

/** Replaces the frame by its code, as far as only labels stand around it; words that are none stay beside it. */
function put(code: Element | undefined, frame: Element) {
  if (!code) return;
  const holder = widest(code, frame);
  const language = languageFor(code, holder);
  const title = titleOf(holder);
  const document = code.ownerDocument;
  const made = document.createElement('pre');
  const inner = document.createElement('code');
  if (language) inner.setAttribute('class', `language-${language}`);
  if (title) made.setAttribute('data-title', title);
  made.setAttribute('data-code', '');
  inner.appendChild(document.createTextNode(withoutNumbers(codeText(code), holder)));
  made.appendChild(inner);
  replaceElement(holder, made);
}

const wrapper = /^(?:div|section|figure|article|span|p|pre|table|tbody|tr|td|code|code-block|clipboard-copy)$/;
/** Around code these are the page's, unless they are its frame's own. */
const layout = /^(?:td|tr|tbody|table|p)$/;
const codeLike = /code|highlight|hljs|snippet|prism|crayon|copy|syntax|lang/;

/** The outermost element around code that holds nothing else than its labels. */
function widest(code: Element, frame: Element): Element {
  let holder = code;
  for (let at = code.parentElement; at && wrapper.test(at.localName); at = at.parentElement) {
    const beside = textsOutside(at, code).filter((text) => !isWithin(text, 'figcaption'));
    const isInFrame = frame.contains(at);
    if (!beside.every(isLabel) || hasElement(at, 'img, video, audio, iframe')) break;
    if (isInFrame || isOfSite(at, beside)) holder = at;
    else if (layout.test(at.localName)) break;
  }
  return holder;
}

/** Whether the labels of an element outside the frame belong to the code. */
function isOfSite(element: Element, beside: Text[]) {
  if (layout.test(element.localName) || beside.length === 0) return false;
  return codeLike.test(classesOf(element)) || beside.some(isButton);
}

/** Texts within an element that are not in another. */
function textsOutside(element: Element, inner: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, 4);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.trim() && !inner.contains(node)) texts.push(node as Text);
  return texts;
}

const button =
  /^(?:(?:登录后)?复制(?:代码|成功|到剪贴板)?|已复制|拷贝(?:代码)?|copy(?: code| to clipboard)?|copied!?|下载|download|运行(?:代码)?|run(?: code)?|预览|preview|展开(?:代码)?|收起(?:代码)?|折叠|编辑|edit|全屏|自动换行|代码解读|体验ai代码助手|ai写代码|ai生成项目|wrap)$/i;
const label = /^(?:代码语言[:：]?|代码块?|code|text|plain ?text|plaintext|纯文本|bash\/shell|\d{1,6})$/i;

function isButton(text: Text) {
  return button.test(text.nodeValue?.trim() ?? '');
}

/** Whether a text beside code is a label of the site: a button, the name of a language, a line's number. */
function isLabel(text: Text) {
  const words = text.nodeValue?.trim() ?? '';
  return isButton(text) || label.test(words) || (words.length < 20 && findLanguage(words) !== undefined);
}

const numberClass =
  /(?:^|[\s_-])(?:gutter|linenos?|lineno\w*|line-?numbers?(?:-rows)?|linenumber|lnt|ln|linenodiv|(?:pre-)?numbering|line-index|blob-num|hljs-ln-n\w*|hljs-ln-numbers|crayon-nums?(?:-content)?|rouge-gutter|react-syntax-highlighter-line-number|codemirror-linenumber)(?:$|\s)/;

/** Removes what holds nothing but the numbers of lines. */
function dropNumbers(frame: Element) {
  for (const one of all(frame, 'td, th, pre, ul, ol, div, span, a, button, section'))
    if (isNumbers(one, frame) || isPlainButton(one)) one.remove();
}

function isNumbers(one: Element, frame: Element) {
  const words = (one.textContent ?? '').trim();
  const isNamed = numberClass.test(classesOf(one)) || (one.localName === 'td' && one.hasAttribute('data-line-number'));
  return isNamed ? /^[\s\d.:|]*$/.test(words) : isColumn(one, words, frame);
}

function isPlainButton(one: Element) {
  const nothing = one.ownerDocument.createElement('i');
  return one.localName === 'button' && textsOutside(one, nothing).every(isLabel);
}

/** Whether a cell or list beside the code counts 1, 2, 3 …, and is not all that the frame holds. */
function isColumn(one: Element, words: string, frame: Element) {
  if (!/^(?:td|pre|ul|ol|div)$/.test(one.localName) || !/^\d+(?:\s+\d+)+$/.test(words)) return false;
  const numbers = words.split(/\s+/).map(Number);
  const counts = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return counts && (frame.textContent ?? '').trim().length > words.length;
}

/** cnblogs writes the number of each line into it. */
function withoutNumbers(text: string, holder: Element) {
  if (!holder.matches('.cnblogs_code') && !holder.closest('.cnblogs_code')) return text;
  const lines = text.split('\n');
  const numbered = lines.every((line, index) => Number(/^\s*(\d+)(?: |$)/.exec(line)?.[1]) === index + 1);
  return numbered && lines.length > 1 ? lines.map((line) => line.replace(/^\s*\d+ ?/, '')).join('\n') : text;
}

/** Words above the code: the name of its file. */
function titleOf(holder: Element) {
  const caption = all(holder, 'figcaption').find(hasWords);
  return (caption?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const plain = /^(hljs|highlight|code|pre|prettyprint|plain|text|plaintext|none|nohighlight|chroma|shiki|source)$/;
const languageAttributes = ['data-lang', 'data-language', 'data-enlighter-language', 'lang'];

/** The language named by the code, by what is around it, or by a label. */
function languageFor(code: Element, holder: Element): string {
  const around: Element[] = [];
  for (let at: Element | null = code; at && at.localName !== 'body' && around.length < 12; at = at.parentElement)
    around.push(at);
  const upTo = around.indexOf(holder) + 3; // Jekyll names it two elements above
  const named = [...all(code, 'code'), ...around.slice(0, upTo)].map(languageOf).find(Boolean);
  const said = textsOutside(holder, code).map(({ nodeValue }) => nodeValue?.trim() ?? '');
  return named ?? said.find((words) => /\p{L}/u.test(words) && findLanguage(words) !== undefined)?.toLowerCase() ?? '';
}

function languageOf(element: Element): string {
  const said = languageAttributes.map((name) => element.getAttribute(name)).find((value) => value !== null);
  const named = /(?:language|lang|brush:|code-snippet__|highlight-source)[-:_ ]?([\w+#-]+)/.exec(
    classesOf(element),
  )?.[1];
  const beside = /(?:hljs|highlight|prism) ([\w+#-]+) /.exec(classesOf(element))?.[1];
  const language = (said ?? named ?? beside ?? '').toLowerCase();
  return plain.test(language) || /^(fix|zh|en)/.test(language) ? '' : language.replace(/[^\w+#-]/g, '');
}
