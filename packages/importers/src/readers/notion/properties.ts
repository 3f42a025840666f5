export type Properties = {
  tags: string[];
  categories: string[];
  date: string;
  updated: string;
  slug: string;
  summary: string;
  author: string;
  isDraft: boolean;
  /** Names of those that have no place here. */
  unused: string[];
};

type Name = 'tags' | 'categories' | 'date' | 'updated' | 'slug' | 'summary' | 'author' | 'status';

const names: [RegExp, Name][] = [
  [/^(?:tags?|标签|关键词)$/i, 'tags'],
  [/^(?:categor(?:y|ies)|分类|类别)$/i, 'categories'],
  [/^(?:publish(?:ed)?(?: date| at)?|date|发布日期|发布时间|日期)$/i, 'date'],
  [/^(?:updated(?: at)?|last edited(?: time)?|更新时间|更新日期|上次编辑时间|最后编辑时间)$/i, 'updated'],
  [/^(?:slug|路径)$/i, 'slug'],
  [/^(?:summary|description|excerpt|摘要|简介)$/i, 'summary'],
  [/^(?:authors?|作者)$/i, 'author'],
  [/^(?:status|状态)$/i, 'status'],
];

/** Read where no property names the date of publishing. */
const created = /^(?:created(?: at| time)?|创建时间|创建日期)$/i;
const unfinished = /^(?:draft|drafting|idea|not started|in progress|to-?do|草稿|未完成|未开始|进行中|待办)$/i;

type Split = { title: string; properties: Properties; body: string };

/** Splits `# Title`, the lines `Name: value` of a table's row, and the text. */
export function splitProperties(source: string, isRow: boolean): Split {
  const [first = '', ...rest] = source.replace(/^\s+/, '').split('\n');
  if (!first.startsWith('# ')) return { title: '', properties: collect([]), body: source };
  const start = rest.findIndex((line) => line.trim() !== '');
  const length = rest.slice(Math.max(start, 0)).findIndex((line) => line.trim() === '');
  const end = length < 0 ? rest.length : Math.max(start, 0) + length;
  const pairs = start < 0 ? [] : rest.slice(start, end).map(readPair);
  const whole = pairs.filter((pair) => pair !== undefined);
  const isKnown = whole.some(([name]) => created.test(name) || names.some(([pattern]) => pattern.test(name)));
  const has = whole.length > 0 && whole.length === pairs.length && (isRow || isKnown);
  const body = has ? rest.slice(end) : rest;
  return { title: first.slice(2).trim(), properties: collect(has ? whole : []), body: body.join('\n').trim() };
}

function readPair(line: string): [string, string] | undefined {
  const at = line.indexOf(': ');
  return at > 0 && at <= 60 ? [line.slice(0, at).trim(), line.slice(at + 2).trim()] : undefined;
}

function collect(pairs: [string, string][]): Properties {
  const found = new Map<Name, string>();
  const unused: string[] = [];
  let createdAt = '';
  for (const [name, value] of pairs) {
    const known = names.find(([pattern]) => pattern.test(name))?.[1];
    if (known) found.set(known, value);
    else if (created.test(name)) createdAt = value;
    else unused.push(name);
  }
  const get = (name: Name) => found.get(name) ?? '';
  const list = (name: Name) =>
    get(name)
      .split(/[,，]/)
      .map((one) => one.trim())
      .filter(Boolean);
  return {
    tags: list('tags'),
    categories: list('categories'),
    date: get('date') || createdAt,
    updated: get('updated'),
    slug: get('slug'),
    summary: get('summary'),
    author: list('author')[0] ?? '',
    isDraft: unfinished.test(get('status')),
    unused,
  };
}
