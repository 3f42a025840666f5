import { replacePassages } from '@mojian/markdown/text';
import { embedded, link, picture } from './forms.ts';
import { argumentsOf, isAddress, keepWords, type Rule, textOf, type Use } from './template-rule.ts';

const inElement =
  (before: string, after = before): Rule =>
  (use) => {
    if (!isArgument(use)) return keepWords(use);
    const text = textOf(use);
    return text === '' ? '' : before + text + after;
  };

/** Whether the text is in the tag itself, not between two tags or named. */
const isArgument = ({ source, named }: Use) => source === undefined && Object.keys(named).length === 0;

const plain: Rule = (use) => (isArgument(use) ? textOf(use) : keepWords(use));

const box: Rule = (use) =>
  !isArgument(use)
    ? keepWords(use)
    : `${/\bchecked\b|\btrue\b/i.test(use.written) ? '☑' : '☐'} ${textOf(use).replace(/^(?:checked|true|false)\s*/i, '')}`;

/** A part with a title of its own: a tab, a moment of a timeline, a box. */
const titled: Rule = (use) => {
  const title = use.named.title ?? use.named.name ?? use.named.header ?? (use.written.trim() === '' ? '' : textOf(use));
  return { block: `${title.trim() && `**${title.trim()}**\n\n`}${use.inner}` };
};

const moment = { opening: /<!--\s*(?:timeline|tab)\s/g, closing: /-->/g };

const timeline: Rule = (use) => {
  const title = use.named.title ?? (use.written.trim() === '' ? '' : textOf(use));
  const inner = replacePassages(use.inner, moment, (time) => `**${time.trim()}**\n`).replace(
    /<!--\s*end\w+\s*-->/g,
    '',
  );
  return { block: `${title && `**${title}**\n\n`}${inner}` };
};

/** `{% aplayer "题" "人" "https://…" %}`: a link with the song's name. */
const song: Rule = ({ named, words }) => {
  const target = named.url ?? words.find(isAddress);
  const [title = named.title ?? named.name ?? '', artist = named.artist ?? named.author ?? ''] = words.filter(
    (word) => !isAddress(word) && !/[:=]/.test(word),
  );
  const text = [title, artist].filter(Boolean).join(' — ');
  return target ? link(`音乐：${text || target}`, target) : text;
};

const film: Rule = ({ named, written }) => {
  const target = named.url ?? named.src ?? /(?:url=)?((?:https?:)?\/\/[^\s"',]+|\/[^\s"',]+)/.exec(written)?.[1];
  return target ? { block: embedded(target, '视频') } : '';
};

/** `{% link 题, 网址 %}` of Volantis, `{% btn 网址, 字, 图标 %}` of Butterfly, `{{< button href="…" >}}字{{< /button >}}`. */
const anchor: Rule = (use) => {
  const { named, inner } = use;
  const values = argumentsOf(use);
  const target = named.href ?? named.url ?? named.link ?? named.relref ?? values.find(isAddress) ?? '';
  const index = values.indexOf(target);
  const said = inner.trim() || named.text || named.content || named.title || named.label || wordsBeside(values, index);
  const text = named.title && !said.includes(named.title) ? `${named.title} ${said}` : said;
  if (inner.includes('\n')) return keepWords(use);
  return target ? link(text || target, target) : text;
};

/** Hexo's `link` has its words before the address, buttons have them behind. */
function wordsBeside(values: string[], index: number) {
  const isText = (part: string) => part !== '' && !isAddress(part) && !/^(?:fa[bsrl]?\s|fa-|true$|false$)/.test(part);
  const before = values.slice(0, Math.max(0, index)).filter(isText).join(' ');
  return before || (values.slice(index + 1).find(isText) ?? '');
}

const inlineImage: Rule = (use) => picture('', argumentsOf(use).find((part) => /[./]/.test(part)) ?? '');

function all(names: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/** Tags of the themes Butterfly, Volantis, Stellar, NexT, Fluid and Matery, and of Hugo's, by name in lower case. */
export const themeRules: Record<string, Rule> = {
  ...all('span p psw nota bubble notation hashtag copy quot label hideinline font color text', plain),
  ...all('del s', inElement('~~')),
  ...all('emp em', inElement('**')),
  ...all('mark', inElement('==')),
  u: inElement('<u>', '</u>'),
  wavy: inElement('<u>', '</u>'),
  kbd: inElement('<kbd>', '</kbd>'),
  sup: inElement('<sup>', '</sup>'),
  sub: inElement('<sub>', '</sub>'),
  ...all('checkbox radio cb', box),
  ...all('tab tabpane timenode box paper card subtab poetry reel', titled),
  ...all('timeline', timeline),
  ...all('subtabs', timeline),
  ...all('aplayer music audio', song),
  ...all('dplayer video dogeplayer', film),
  ...all('asset_link link btn button linkcard site', anchor),
  ...all('inlineimg inlineimage', inlineImage),
};
