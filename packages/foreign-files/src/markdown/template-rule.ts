import type { Shelter } from './code-shelter.ts';
import { link, picture } from './forms.ts';
import type { Rewritten } from './tag-tree.ts';

/** Resolves a file named in a tag to its article; undefined when there is none. */
export type FindPost = (name: string) => { address: string; title: string } | undefined;

/** A use of a tag; `source` is the content, undefined without a closing tag. */
export type Use = {
  name: string;
  named: Record<string, string>;
  words: string[];
  written: string;
  inner: string;
  source: string | undefined;
  shelter: Shelter;
  findPost: FindPost;
};

export type Rule = (use: Use) => Rewritten;

/** Style arguments of the themes NexT, Butterfly, Fluid, Volantis and Stellar. */
export const styles =
  /^(?:default|primary|info|success|warning|danger|error|tip|note|secondary|light|simple|modern|flat|disabled|no-icon|true|false|open|closed|close|checked|minus|plus|times|outline|center|left|right|large|larger|small|block|logo|h[1-6]|fa[bsrl]?|fa-.*|fas .*|(?:blue|pink|red|purple|orange|green|cyan|yellow|gray|grey|black|white)|#[\da-f]{3,8})$/i;

const option =
  /^(?:color|bg|icon|width|height|style|class|child|size|type|mode|ratio|open|fold|padding|prefix|suffix|col|col_width|align|autoplay|layout|id):/i;
const address = /^(?:https?:\/\/|\/[^/\s]|\.{1,2}\/|#\/?[\w-]+$|mailto:)\S*$/i;

/** Positional arguments: separated by commas where there are some, else by blanks outside quotes. */
export function argumentsOf({ written, words }: Pick<Use, 'written' | 'words'>): string[] {
  const plain = written.trim();
  if (!/[,，]/.test(plain) || /^["'`]/.test(plain) || /=\s*["']/.test(plain))
    return words.filter((word) => word !== '');
  return plain
    .split(/,/)
    .map((part) => part.trim())
    .filter(Boolean);
}

export const isAddress = (part: string) => address.test(part);

/** Words of a tag whose text is its argument, without styles and options; `primary@字` is 字. */
export function textOf(use: Use) {
  const values = argumentsOf(use).filter((part) => !isAddress(part) && !option.test(part));
  const bare = values.map((part) => part.replace(/^\w*\s*@/, '')).filter((part) => part !== '');
  const texts = bare.filter((part) => !part.split(/\s+/).every((word) => styles.test(word)));
  const separator = use.written.includes(',') ? '，' : ' ';
  return (texts.length > 0 ? texts : bare.slice(-1)).join(separator);
}

const textual =
  /^(?:title|text|caption|label|content|name|desc|description|author|subtitle|summary|header|note|alt|display|quote|from|source|artist|footer)$/i;
const isWords = (part: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(part) || /\p{L}\s+\p{L}/u.test(part);

/** Keeps of a tag that nobody knows its content and the arguments that look like words: readers may have seen them. */
export const keepWords: Rule = (use) => {
  const { named, inner } = use;
  const fromNames = Object.entries(named).flatMap(([name, value]) =>
    textual.test(name) && value.trim() ? [value.trim()] : [],
  );
  const bare = Object.keys(named).length > 0 ? use.words : argumentsOf(use);
  const fromArguments = bare.filter(
    (part) => isWords(part) && !isAddress(part) && !option.test(part) && !styles.test(part),
  );
  const words = [...new Set([...fromNames, ...fromArguments])].join(' ');
  const target = named.href ?? named.url ?? named.link ?? named.src ?? bare.find(isAddress);
  const said = target === undefined ? words : linked(words, target, inner);
  if (inner.trim() === '') return said;
  if (said === '' || inner.includes(said)) return inner;
  return inner.includes('\n') ? { block: `${said}\n\n${inner}` } : `${said} ${inner}`;
};

function linked(words: string, target: string, inner: string) {
  if (/\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:\?|$)/i.test(target)) return picture(words, target);
  const text = words || inner.trim();
  return text.includes('\n') ? words : link(text || target, target);
}
