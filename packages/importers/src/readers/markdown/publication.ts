import { parseDate } from '@mojian/foreign-files/markdown/fields';
import type { Fields } from '@mojian/foreign-files/markdown/front-matter';
import { asObject, text } from '../values.ts';

/** State of a text that its system did not show to everybody, and the report's line. */
export type Unpublished = { state: 'draft' | 'private'; reason: string };

/** Fields that hide a text when set, and those that hide it when unset; names without `-` and `_`, in lower case. */
const hiding = new Set(
  `draft isdraft unpublished private isprivate secret hidden ishidden hide unlisted
  encrypt encrypted locked headless archetype`.split(/\s+/),
);
const showing = new Set([
  'published',
  'publish',
  'ispublished',
  'public',
  'ispublic',
  'visible',
  'listed',
  'dgpublish',
]);
const levels = new Set(['visibility', 'access', 'privacy', 'permission']);
const states = new Set(['status', 'state', 'poststatus', 'publishstatus']);
const forms = new Set(['layout', 'type', 'template']);
const expiries = new Set(['expirydate', 'unpublishdate', 'expires', 'expiry']);
const starts = new Set(['publishdate', 'pubdate']);

const hiddenForm = /^(?:drafts?|private|hidden|archetype)$/i;
const yes = /^(?:true|yes|on|y|1|是|公开|发布|已发布|public|publish(?:ed)?)$/i;
const no = /^(?:false|no|off|n|0|否|none|null|~)$/i;
const openLevel = /^(?:public|publish(?:ed)?|visible|open|all|anyone|everyone|everybody|default|normal|公开|所有人)$/i;
const unfinished =
  /^(?:draft(?:s|ed|ing)?|草稿|private|私密|私人|hidden|隐藏|unlisted|secret|password|protected|pending|review|in[-_ ]?review|unpublished?|未发布|未完成|todo|wip|doing|in[-_ ]?progress|进行中|撰写中|idea|inbox|future|scheduled|trash(?:ed)?|deleted?|回收站|internal|withdrawn|offline|expired)$/i;

/**
 * Finds a mark by which a text was not public, in any spelling; what is neither a clear yes nor a clear no hides it.
 * @param now milliseconds
 */
export function whyUnpublished(fields: Fields, now: number): Unpublished | undefined {
  const hasPassword = text(fields.password) !== '';
  const written = [fields, asObject(fields.params), asObject(fields.extra)].flatMap(Object.entries);
  for (const [name, value] of written) {
    if (hasPassword && /^(?:encrypt|encrypted|protected)$/.test(plainName(name))) continue; // by that password
    const reason = whyHidden(plainName(name), value, now);
    if (reason === undefined) continue;
    const isPrivate = /^(?:private|isprivate|secret|encrypt|encrypted)$/.test(plainName(name));
    return isPrivate || /^(?:private|私密|私人|secret)$/i.test(text(value))
      ? { state: 'private', reason: `那里不公开（${name}: ${shown(value)}），收为「仅自己可读」` }
      : { state: 'draft', reason: `${reason}（${name}: ${shown(value)}），收为草稿` };
  }
  return whyNotBuilt(fields) ?? whyTagged(fields);
}

function plainName(name: string) {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

function shown(value: unknown) {
  return typeof value === 'object' ? '…' : String(value).slice(0, 30);
}

/** Tests by name: whether a value hides the text. */
const checks: { names: Set<string>; hides: (value: unknown, now: number) => boolean; reason: string }[] = [
  { names: hiding, hides: (value) => !isNo(value), reason: '那里没有公开' },
  { names: showing, hides: (value, now) => !isYes(value, now), reason: '那里没有公开' },
  { names: levels, hides: (value, now) => !openLevel.test(text(value)) && !isYes(value, now), reason: '那里没有公开' },
  { names: states, hides: (value) => [value].flat().some((one) => unfinished.test(text(one))), reason: '那里没有公开' },
  { names: forms, hides: (value) => hiddenForm.test(text(value)), reason: '那里没有公开' },
  { names: expiries, hides: isPast, reason: '在那里已经过期' },
  { names: starts, hides: isFuture, reason: '在那里还没到公开的日子' },
];

function whyHidden(name: string, value: unknown, now: number) {
  if (value === undefined || value === null || value === '') return undefined;
  return checks.find(({ names, hides }) => names.has(name) && hides(value, now))?.reason;
}

function isNo(value: unknown) {
  return value === false || value === 0 || no.test(text(value)) || (Array.isArray(value) && value.length === 0);
}

/** A date says since when a text is public. */
function isYes(value: unknown, now: number) {
  return value === true || value === 1 || yes.test(text(value)) || isPast(value, now);
}

function isPast(value: unknown, now: number) {
  const date = parseDate(value);
  return date !== undefined && date <= now;
}

function isFuture(value: unknown, now: number) {
  const date = parseDate(value);
  return date !== undefined && date > now;
}

/** Hugo's `build`: a text that is not rendered, or in no list. */
function whyNotBuilt(fields: Fields): Unpublished | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (!/^_?build$/i.test(name)) continue;
    const settings = new Map(Object.entries(asObject(value)).map(([key, one]) => [key.toLowerCase(), one]));
    const isHidden = ['render', 'list'].some((key) =>
      /^(?:never|false|link|local)$/i.test(String(settings.get(key) ?? '')),
    );
    if (isHidden) return { state: 'draft', reason: '那里不生成页面，或不在任何列表里（build），收为草稿' };
  }
  return undefined;
}

function whyTagged({ tags, tag }: Fields): Unpublished | undefined {
  const names = [tags, tag].flat(2).flatMap((one) => text(one).split(/[,，\s]+/));
  const found = names.find((name) => /^#?(?:drafts?|草稿|private|私密|wip)$/i.test(name));
  return found === undefined ? undefined : { state: 'draft', reason: `标签里有「${found}」，收为草稿` };
}
