import { readCallouts } from './callouts.ts';
import { readCode } from './code-blocks.ts';
import { all, rename, styleOf, unwrap } from './dom.ts';
import { readFootnotes } from './footnotes.ts';
import { readFormulas } from './formulas.ts';
import { readPictures } from './pasted-pictures.ts';
import { readTasks } from './tasks.ts';
import { joinWordLists } from './word-lists.ts';

/**
 * Turns what programs put on the clipboard into plain HTML that says what was meant: lists are lists, formulas are
 * their source, and what only dressed the text is gone. Changes the document.
 */
export function clean(document: Document): void {
  dropUnread(document);
  readFormulas(document);
  readCode(document);
  joinWordLists(document);
  readHeadings(document);
  readFootnotes(document);
  readCallouts(document);
  readTasks(document);
  readPictures(document);
  readEmphasis(document);
  readLinks(document);
  tidyText(document);
}

const unread =
  'script, style, meta, link, title, template, noscript, svg, canvas, button, select, textarea, object, embed, xml';

function dropUnread(document: Document) {
  for (const element of all(document, unread)) {
    const isFormula = /^math\/tex/.test(element.getAttribute('type') ?? '');
    if (!isFormula) element.remove();
  }
  for (const element of all(document, '*')) {
    const style = styleOf(element);
    if (/display:none|mso-hide:all|visibility:hidden/.test(style) && !element.closest('.katex, math')) element.remove();
    else if (element.localName.includes(':')) unwrap(element); // o:p, st1:place and their like
  }
}

/** Word marks a heading by its outline level when its style has no tag. */
function readHeadings(document: Document) {
  for (const paragraph of all(document, 'p')) {
    const level = /mso-outline-level:(\d)/.exec(styleOf(paragraph))?.[1] ?? /^MsoTitle/.exec(paragraph.className)?.[0];
    if (level) rename(paragraph, `h${Math.min(6, Number(level) || 1)}`);
  }
  for (const element of all(document, 'h1, h2, h3, h4, h5, h6'))
    for (const bold of all(element, 'b, strong, span')) unwrap(bold);
}

/** What a style says, and the element that says the same. */
const said: [RegExp, string][] = [
  [/mso-highlight:|background:yellow/, 'mark'],
  [/font-weight:(bold|[6-9]00)/, 'strong'],
  [/font-style:italic/, 'em'],
  [/text-decoration[\w-]*:[^;]*line-through/, 'del'],
];

/** Weight, slant and strikes are said by styles as often as by tags; colours and sizes say nothing. */
function readEmphasis(document: Document) {
  for (const element of all(document, 'b, strong'))
    if (/font-weight:(normal|400)/.test(styleOf(element))) unwrap(element);
  for (const span of all(document, 'span, font')) {
    const name = said.find(([style]) => style.test(styleOf(span)))?.[1];
    if (name) rename(span, name);
    else unwrap(span);
  }
}

/** A link that would run something, or lead nowhere outside the program it comes from, leaves its words. */
function readLinks(document: Document) {
  for (const link of all(document, 'a')) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in addresses
    const address = (link.getAttribute('href') ?? '').replace(/[\u0000-\u0020]/g, '');
    const leads = /^(https?:|mailto:|tel:|\/(?!\/)|\/\/)/i.test(address) && !/^(\/\/)?$/.test(address);
    const isEmpty = link.textContent?.trim() === '' && !link.querySelector('img');
    if (!leads || isEmpty) unwrap(link);
  }
}

const chinese = '\\p{sc=Han}，。、；：？！“”‘’（）《》【】…—';
const brokenLine = new RegExp(`([${chinese}])[ \\t]*\\n\\s*(?=[${chinese}])`, 'gu');

function tidyText(document: Document) {
  const walker = document.createTreeWalker(document.body, 4); // texts
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('pre, code')) continue;
    node.nodeValue = (node.nodeValue ?? '')
      .replace(/[\u200b\u200c\ufeff\u00ad]/g, '')
      .replace(/\u00a0/g, ' ')
      .replace(brokenLine, '$1');
  }
  for (const br of all(document, 'br')) if (endsBlock(br)) br.remove();
  for (const wrapped of all(document, 'u, ins, center')) unwrap(wrapped);
}

/** A break before nothing breaks nothing. */
function endsBlock(br: Element): boolean {
  let next: Node | null = br.nextSibling;
  while (next && next.nodeType === 3 && next.nodeValue?.trim() === '') next = next.nextSibling;
  return next === null && !/^(span|a|b|strong|em|i)$/.test(br.parentElement?.localName ?? '');
}
