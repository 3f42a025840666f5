import {
  all,
  classesOf,
  joinWordLists,
  readCode,
  readFootnotes,
  readFormulas,
  rename,
  replaceElement,
  styleOf,
  unwrap,
} from './blocks.ts';

/** Normalizes clipboard HTML from office programs and web editors to semantic HTML. Mutates the document. */
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

/** Turns Word's outline levels into headings. */
function readHeadings(document: Document) {
  for (const paragraph of all(document, 'p')) {
    const level = /mso-outline-level:(\d)/.exec(styleOf(paragraph))?.[1] ?? /^MsoTitle/.exec(paragraph.className)?.[0];
    if (level) rename(paragraph, `h${Math.min(6, Number(level) || 1)}`);
  }
  for (const element of all(document, 'h1, h2, h3, h4, h5, h6'))
    for (const bold of all(element, 'b, strong, span')) unwrap(bold);
}

/** Inline styles and their equivalent elements. */
const styleTags: [RegExp, string][] = [
  [/mso-highlight:|background:yellow/, 'mark'],
  [/font-weight:(bold|[6-9]00)/, 'strong'],
  [/font-style:italic/, 'em'],
  [/text-decoration[\w-]*:[^;]*line-through/, 'del'],
];

/** Turns weight, slant and strike-through styles into elements; drops colours and sizes. */
function readEmphasis(document: Document) {
  for (const element of all(document, 'b, strong'))
    if (/font-weight:(normal|400)/.test(styleOf(element))) unwrap(element);
  for (const span of all(document, 'span, font')) {
    const name = styleTags.find(([style]) => style.test(styleOf(span)))?.[1];
    if (name) rename(span, name);
    else unwrap(span);
  }
}

/** Unwraps links with unsafe or local addresses. */
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

/** Whether the line break is the last node of its block. */
function endsBlock(br: Element): boolean {
  let next: Node | null = br.nextSibling;
  while (next && next.nodeType === 3 && next.nodeValue?.trim() === '') next = next.nextSibling;
  return next === null && !/^(span|a|b|strong|em|i)$/.test(br.parentElement?.localName ?? '');
}

/** Callouts of Notion, Yuque, GitHub and documentation sites. */
const drawn = 'aside, figure.callout, .ne-alert, .lake-alert, .markdown-alert, .admonition, .custom-block, .callout';

const kinds: [RegExp, string][] = [
  [/danger|caution|error/, 'CAUTION'],
  [/warn|attention/, 'WARNING'],
  [/important/, 'IMPORTANT'],
  [/tip|success/, 'TIP'],
];

/** Turns callouts into block quotes that start with their kind. */
function readCallouts(document: Document): void {
  for (const element of all(document, drawn)) {
    if (!element.textContent?.trim()) continue;
    const said = `${classesOf(element)} ${element.getAttribute('data-type') ?? ''}`;
    const kind = kinds.find(([words]) => words.test(said))?.[1] ?? 'NOTE';
    for (const heading of all(element, '.markdown-alert-title, .admonition-title, .icon')) heading.remove();
    const quote = rename(element, 'blockquote');
    const mark = document.createElement('p');
    mark.setAttribute('data-kind', kind);
    mark.appendChild(document.createTextNode(kind));
    quote.insertBefore(mark, quote.firstChild);
  }
}

/** Turns drawn checkboxes into inputs at the start of their list item. */
function readTasks(document: Document): void {
  for (const item of all(document, 'li')) {
    const box = all(item, 'input[type="checkbox"], .checkbox, [role="checkbox"]').find(
      (one) => one.closest('li') === item,
    );
    if (!box) continue;
    const isDone = isChecked(box);
    box.remove();
    const input = document.createElement('input');
    input.setAttribute('type', 'checkbox');
    if (isDone) input.setAttribute('checked', '');
    item.insertBefore(input, item.firstChild);
  }
  for (const input of all(document, 'input')) if (input.parentElement?.localName !== 'li') input.remove();
}

function isChecked(box: Element) {
  return (
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    / (checkbox-on|checked) /.test(classesOf(box))
  );
}

/** Attributes that hold the URL of a lazily loaded picture. */
const hidden = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-original-src'];

/** Resolves picture URLs and captions; drops tracking pixels and replaces emoji images with text. */
function readPictures(document: Document): void {
  for (const picture of all(document, 'img')) {
    const address = addressOf(picture);
    const alt = picture.getAttribute('alt')?.trim() ?? '';
    if (/ (emoji|wp-smiley) /.test(classesOf(picture)) && alt) replaceElement(picture, document.createTextNode(alt));
    else if (!address || isPixel(picture)) picture.remove();
    else normalizePicture(picture, address, alt);
  }
}

function normalizePicture(picture: Element, address: string, alt: string) {
  for (const { name } of Array.from(picture.attributes)) picture.removeAttribute(name);
  picture.setAttribute('src', address);
  picture.setAttribute('alt', alt.replace(/\s+/g, ' '));
  const figure = picture.closest('figure');
  const caption = figure?.querySelector('figcaption');
  if (!figure || !caption || figure.querySelectorAll('img').length > 1) return;
  picture.setAttribute('title', (caption.textContent ?? '').replace(/\s+/g, ' ').trim());
  caption.remove();
}

function addressOf(picture: Element): string {
  const written = [...hidden, 'src'].map((name) => picture.getAttribute(name)?.trim() ?? '');
  const address = written.find((one) => /^(https?:)?\/\/|^\/files\/|^pasted:/i.test(one));
  return address?.replace(/\s/g, '%20') ?? '';
}

function isPixel(picture: Element) {
  return ['width', 'height'].some((side) => /^[01](px)?$/.test(picture.getAttribute(side) ?? ''));
}
