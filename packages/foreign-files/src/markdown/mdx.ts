import type { Shelter } from './code-shelter.ts';
import { type CalloutKind, callout, embedded, fence, folded, picture, quote } from './forms.ts';
import { dedent, type Element, findJsxTags, type Rewritten, readTagAttributes, rewriteTags } from './tag-tree.ts';

/** Callout components of documentation tools. */
const callouts = new Map<string, [kind: CalloutKind, title: string]>(
  Object.entries({
    Note: ['NOTE', ''],
    Info: ['NOTE', ''],
    Callout: ['NOTE', ''],
    Aside: ['NOTE', ''],
    Canary: ['NOTE', 'Canary'],
    Experimental: ['NOTE', '实验功能'],
    RSC: ['NOTE', 'React Server Components'],
    Tip: ['TIP', ''],
    Important: ['IMPORTANT', ''],
    Wip: ['WARNING', '尚未写完'],
    Warning: ['WARNING', ''],
    Deprecated: ['WARNING', '已弃用'],
    Pitfall: ['CAUTION', ''],
    Danger: ['CAUTION', ''],
    Caution: ['CAUTION', ''],
  }),
);

const foldedTitles = new Map(
  Object.entries({
    DeepDive: '',
    Details: '',
    Accordion: '',
    Solution: '解答',
    Hint: '提示',
  }),
);
const terminals = new Map(Object.entries({ TerminalBlock: 'sh', ConsoleBlock: 'text', ConsoleLogLine: 'text' }));
const pictures = new Set(['img', 'Image', 'Illustration']);
const wrappers = new Set(['', 'div', 'section', 'center', 'span', 'picture', 'source']);

const [commentStart, commentEnd] = ['{/*', '*/}'];

/** Tells MDX from Markdown with a little HTML. */
export function isMdx(text: string) {
  return /^[ \t]*<[A-Z][^<>]*>|<[A-Z][^<>]*\/>/m.test(text) || text.split('\n').some(hasComment);
}

function hasComment(line: string) {
  const start = line.indexOf(commentStart);
  return start >= 0 && line.includes(commentEnd, start + commentStart.length);
}

/** Converts components to the nearest Markdown; unknown ones leave their content. Expects code in placeholders. */
export function degradeMdx(text: string, shelter: Shelter) {
  const plain = evaluateStrings(dropComments(text));
  return rewriteTags(plain, findJsxTags(plain), (element, inner) => rewrite(element, inner, shelter));
}

const moduleSyntax = /^(?:import\s+["'{*\w]|export\s+(?:default|const|let|var|function|async|class|\{|\*))/;

/** Import and export statements start a line and end at the next blank line; only .mdx files have them. */
export function dropModuleSyntax(text: string) {
  let drops = false;
  const lines = text.split('\n').map((line) => {
    drops = line.trim() !== '' && (drops || moduleSyntax.test(line));
    return drops ? '' : line;
  });
  return lines.join('\n');
}

/** A comment at the end of a heading is its anchor; others are dropped. */
function dropComments(text: string) {
  const lines = text.split('\n').map((line) => (/^[ \t>]*#{1,6}[ \t]/.test(line) ? nameAnchor(line) : line));
  const [first = '', ...pieces] = lines.join('\n').split(commentStart);
  const remaining = pieces.reduce(
    ({ out, opened }, part) => {
      const end = part.indexOf(commentEnd);
      if (end < 0) return { out, opened: `${opened}${commentStart}${part}` };
      return { out: out + part.slice(end + commentEnd.length), opened: '' };
    },
    { out: first, opened: '' },
  );
  return remaining.out + remaining.opened;
}

function nameAnchor(heading: string) {
  const line = heading.trimEnd();
  const start = line.lastIndexOf(commentStart);
  const name = line.slice(start + commentStart.length, -commentEnd.length).trim();
  if (start < 0 || !line.endsWith(commentEnd) || !/^[^\s*{}]+$/.test(name)) return heading;
  return `${line.slice(0, start).trimEnd()} {#${name}}`;
}

/** `{' '}` and `{'\n'}` keep white space that JSX would collapse. */
function evaluateStrings(text: string) {
  return text.replace(/\{(["'])((?:\\[^{}\n]|(?!\1)[^{}\n\\])*)\1\}/g, (_, _quote, content: string) =>
    content.replace(/\\(.)/g, (_all, character: string) => ({ n: '\n', t: '\t' })[character] ?? character),
  );
}

function rewrite(element: Element, inner: string, shelter: Shelter): Rewritten {
  const { name, source } = element;
  const attributes = readTagAttributes(element.attributes);
  const language = terminals.get(name);
  if (pictures.has(name)) return showPicture(attributes);
  if (name === 'iframe' || /^(YouTube|Youtube|Video|Bilibili)/.test(name)) return showFilm(attributes);
  if (source === undefined)
    return /^[A-Z]/.test(name) && element.tag.endsWith('/>') ? labelText(attributes) : plainTag(element);
  if (name === 'Sandpack') return sandbox(inner, shelter);
  if (language) return { block: shelter.keepFence(fence(language, terminalText(inner, shelter))) };
  return rewritePair(element, attributes, inner);
}

function rewritePair(element: Element, attributes: Record<string, string>, inner: string): Rewritten {
  const { name } = element;
  const [kind, title] = callouts.get(name) ?? [];
  const foldedTitle = foldedTitles.get(name);
  if (kind) return titled(inner, attributes.title || title || '', (heading, body) => callout(kind, heading, body));
  if (foldedTitle !== undefined) return titled(inner, attributes.title || foldedTitle, folded);
  if (name === 'Diagram') return { block: quote(`图：${attributes.alt || attributes.name}\n\n${dedent(inner)}`) };
  if (wrappers.has(name) || /^[A-Z]/.test(name)) return unwrapped(inner, attributes);
  return `${plainTag(element)}${inner}</${name}>`;
}

/** Uses a leading heading as the title of the callout or fold. */
function titled(inner: string, title: string, form: (title: string, body: string) => string): Rewritten {
  const start = inner.length - inner.trimStart().length;
  const line = inner.slice(start).split('\n', 1)[0] ?? '';
  if (!/^#{2,6}[ \t]/.test(line)) return { block: form(title, inner) };
  const heading = line
    .replace(/^#+/, '')
    .trim()
    .replace(/\{#[^{}]*\}$/, '');
  return { block: form(heading.trimEnd(), inner.slice(start + line.length + 1)) };
}

/** Words that a component without content shows, such as a badge's. */
function labelText({ text = '', label = text, title = label }: Record<string, string>) {
  return title.trim() && `**${title.trim()}** `;
}

/** Inline content stays in its line, after a label that only the component would have shown. */
function unwrapped(inner: string, attributes: Record<string, string>): Rewritten {
  const label = attributes.titleText || attributes.title || attributes.label || '';
  if (!inner.includes('\n') && label === '') return inner;
  return { block: `${label && `**${label}**\n\n`}${dedent(inner)}` };
}

/** Drops the dark variant of a light/dark pair. */
function showPicture({ src = '', alt = '', className = '' }: Record<string, string>): Rewritten {
  if (/\bdark\b/.test(className)) return '';
  return src ? { block: picture(alt, src) } : alt;
}

function showFilm({ src = '', id = '', videoId = id, bvid = '', title = '' }: Record<string, string>): Rewritten {
  const address = src || (bvid && `https://player.bilibili.com/player.html?bvid=${bvid}`);
  if (address) return { block: embedded(address, title) };
  return videoId ? { block: embedded(`https://www.youtube.com/embed/${videoId}`, title) } : '';
}

function terminalText(inner: string, shelter: Shelter) {
  return shelter.restore(inner).replace(/\\([<>\-*_{}[\]#`])/g, '$1');
}

/** Shows a lone `<String>` as text; strips JSX-only syntax from HTML tags. */
function plainTag({ name, tag, attributes }: Element) {
  if (wrappers.has(name)) return '';
  if (/^[A-Z]/.test(name)) return tag;
  const remaining = attributes.replace(
    /\s(?:className|style|on[A-Z]\w*|key|ref)=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g,
    '',
  );
  return `<${name}${remaining.replace(/=\{["']?([^{}"']*)["']?\}/g, '="$1"').trimEnd()}>`;
}

/** Shows the active file of a playground, folds the others, drops hidden ones. */
function sandbox(inner: string, shelter: Shelter): Rewritten {
  const files = shelter
    .fencesIn(inner)
    .map(readFile)
    .filter(({ words }) => !words.includes('hidden'));
  const active = files.find(({ words }) => words.includes('active')) ?? files[0];
  if (!active) return { block: inner };

  const others = files.filter((file) => file !== active);
  const rest = others.map(({ text }) => shelter.keepFence(text)).join('\n\n');
  const shown = shelter.keepFence(active.text);
  return { block: others.length > 0 ? `${shown}\n\n${folded(`其余 ${others.length} 个文件`, rest)}` : shown };
}

/** Reads `js src/App.js active {1,3}` and strips the playground's options. */
function readFile(fenced: string) {
  const [first = '', ...lines] = fenced.split('\n');
  const words = first.split(/\s+/);
  const info = first.replace(/(?<!\s)\s+(?:active|hidden|readOnly)\b/g, '');
  return { words, text: [info, ...lines].join('\n') };
}
