/** Valid values of a query parameter. Others are not found, or dropped where `ignored`. */
type Rule = { valid: RegExp; ignored?: true };
type Rules = Record<string, Rule>;

const number: Rule = { valid: /^[1-9]\d{0,9}$/ };
const page: Rule = { valid: /^[1-9]\d{0,5}$/ };
const by: Rule = { valid: /^hot$/, ignored: true };
const year: Rule = { valid: /^[1-9]\d{0,3}$/ };
const list = { by, id: number, page };
const own = { id: { ...number, ignored: true } } as const;

/**
 * Query parameters that change a page, by path. Others are dropped from the cache key, so that they cannot flood the
 * cache.
 */
const queries: [path: RegExp, rules: Rules][] = [
  [/^\/$/, { by, category: number, page, preview: { valid: /^[\w-]{43}$/ } }],
  [/^\/tags$/i, list],
  [/^\/category$/i, { ...list, year }],
  [
    /^\/say$/i,
    { id: number, page, month: { valid: /^\d{4}-(0[1-9]|1[0-2])$/ }, topic: { valid: /^[^\s#\p{Cc}]{1,100}$/u } },
  ],
  [/^\/archive$/i, { year, month: { valid: /^([1-9]|1[0-2])$/ }, page }],
  [/^\/message$/i, { page }],
  // the page normalizes the search itself
  [
    /^\/search$/i,
    {
      q: { valid: /./u },
      kind: { valid: /^(article|say|series|page|comment)$/, ignored: true },
      year,
      category: number,
      sort: { valid: /^new$/, ignored: true },
      page,
    },
  ],
  [/^\/user$/i, { tab: { valid: /^[a-z]{1,20}$/, ignored: true } }],
  [
    /^\/user\//i,
    {
      page,
      tab: { valid: /^(all|articles|says|comments|collects|follows|fans)$/ },
      after: { valid: /^\d{1,15}(-\d{1,15}){2}$/ },
    },
  ],
  [/^\/newposts$/i, { ...own, kind: { valid: /^page$/, ignored: true } }],
  [/^\/newSays$/i, own],
];

/** The known part of a query in canonical order; undefined for invalid values. */
export function pageQuery(path: string, query: URLSearchParams): URLSearchParams | undefined {
  const [, rules = {}] = queries.find(([known]) => known.test(path)) ?? [];
  const known = new URLSearchParams();
  for (const [name, { valid, ignored }] of Object.entries(rules)) {
    const value = query.get(name);
    if (!value) continue;
    if (valid.test(value)) known.append(name, value);
    else if (!ignored) return undefined;
  }
  return known;
}

type Route = { path?: string | undefined; index?: boolean | undefined };

/**
 * Finds the page of a path among the app's routes: gives the path with the routes' own words in their own letter case,
 * which any other case leads to, and undefined where there is no page.
 */
export function pathsOf(routes: Iterable<Route | undefined>): (path: string) => string | undefined {
  const paths = [...routes].flatMap((route) => (route?.path && route.path !== '*' ? [`/${route.path}`] : []));
  const known = ['/', ...paths].map((path) => ({
    words: path.split('/'),
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`, 'i'),
  }));
  return (path) => {
    const words = known.find(({ pattern }) => pattern.test(path))?.words;
    const segments = path.split('/');
    return words?.map((word, at) => (word.startsWith(':') ? segments[at] : word)).join('/');
  };
}
