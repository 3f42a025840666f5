import type { Shelter } from './code-shelter.ts';
import { type CalloutKind, callout, embedded, fence, folded, picture, quote } from './forms.ts';
import { findJsxTags, readAttributes } from './jsx-tags.ts';
import { sandbox } from './sandbox.ts';
import { dedent, type Element, type Rewritten, rewriteTags } from './tag-tree.ts';

/** Components that say what their content is, in the documentation tools that have them. */
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

/** Whether a text holds components, and not just Markdown with a little HTML. */
export function isMdx(text: string) {
  return /^[ \t]*<[A-Z][\w.]*[^<>]*>|<[A-Z][\w.]*[^<>]*\/>|\{\/\*.*?\*\/\}/m.test(text);
}

/** Components become the Markdown that comes nearest, unknown ones leave their content. Code is in the shelter. */
export function degradeMdx(text: string, shelter: Shelter) {
  const plain = evaluateStrings(dropComments(text));
  return rewriteTags(plain, findJsxTags(plain), (element, inner) => rewrite(element, inner, shelter));
}

/** Module syntax stands at the beginning of a line and goes on to the next blank line. Only files called .mdx have it. */
export function dropModuleSyntax(text: string) {
  return text.replace(
    /^(?:import\s(?:[^\n]*?\sfrom\s+)?["'{*\w]|export\s+(?:default|const|let|var|function|async|class|\{|\*))[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]+)*/gm,
    (block) => (/^(import|export)\b/.test(block) ? '' : block),
  );
}

function dropComments(text: string) {
  return text
    .replace(/^([ \t>]*#{1,6}[ \t].*?)[ \t]*\{\/\*\s*([^\s*{}]+)\s*\*\/\}[ \t]*$/gm, '$1 {#$2}')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '');
}

/** `{' '}` and `{'\n'}` stand where JSX would lose white space. */
function evaluateStrings(text: string) {
  return text.replace(/\{(["'])((?:\\.|(?!\1)[^{}\n])*)\1\}/g, (_, _quote, content: string) =>
    content.replace(/\\(.)/g, (_all, character: string) => ({ n: '\n', t: '\t' })[character] ?? character),
  );
}

function rewrite(element: Element, inner: string, shelter: Shelter): Rewritten {
  const { name, source } = element;
  const attributes = readAttributes(element.attributes);
  const language = terminals.get(name);
  if (pictures.has(name)) return showPicture(attributes);
  if (name === 'iframe' || /^(YouTube|Youtube|Video|Bilibili)/.test(name)) return showFilm(attributes);
  if (source === undefined) return /^[A-Z]/.test(name) && element.tag.endsWith('/>') ? '' : plainTag(element);
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

/** A heading that opens a callout or a fold is its title. */
function titled(inner: string, title: string, form: (title: string, body: string) => string): Rewritten {
  const [opening, heading] = /^\s*#{2,6}[ \t]+(.*?)(?:[ \t]*\{#[^{}]*\})?[ \t]*(?:\n|$)/.exec(inner) ?? ['', undefined];
  return { block: form(heading ?? title, inner.slice(opening.length)) };
}

/** Within a line the content stays in it; a label that only the component would have shown comes before it. */
function unwrapped(inner: string, attributes: Record<string, string>): Rewritten {
  const label = attributes.titleText || attributes.title || attributes.label || '';
  if (!inner.includes('\n') && label === '') return inner;
  return { block: `${label && `**${label}**\n\n`}${dedent(inner)}` };
}

/** Of two pictures for the light and the dark page, the light one. */
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

/** A lone `<String>` is what the author wants to be read; an HTML tag loses what only JSX understands. */
function plainTag({ name, tag, attributes }: Element) {
  if (wrappers.has(name)) return '';
  if (/^[A-Z]/.test(name)) return tag;
  const kept = attributes.replace(
    /\s(?:className|style|on[A-Z]\w*|key|ref)=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g,
    '',
  );
  return `<${name}${kept.replace(/=\{["']?([^{}"']*)["']?\}/g, '="$1"').trimEnd()}>`;
}
