import type { AddressedFile, Addresses } from './folder.ts';

/** Moves the path of a file; undefined when no rule is for it. */
type Rule = (path: string) => string | undefined;

export type Rewrites = { rules: Rule[]; isProgram: boolean };

const mostRules = 200;

/** Reads `rewrites` of a configuration, which is not run: rules that are written out, or else that there is a program. */
export function readRewrites(script: string): Rewrites {
  const [, list] = /\brewrites\s*:\s*\{([^{}]*)\}/.exec(script) ?? [];
  if (list === undefined) return { rules: [], isProgram: /\brewrites\s*[:(,]/.test(script) };
  const pairs = [...list.matchAll(/(["'`])([^"'`\n]{1,300})\1\s*:\s*(["'`])([^"'`\n]{0,300})\3/g)].slice(0, mostRules);
  const rules = pairs.map(([, , from = '', , to = '']) => ruleOf(from, to));
  const known = rules.filter((rule) => rule !== undefined);
  return { rules: known, isProgram: known.length < rules.length || /\.\.\./.test(list) };
}

/** Former address of a file that was moved; others have that of their folder. */
export function rewrittenAddresses({ place: { path } }: AddressedFile, { rules, isProgram }: Rewrites): Addresses {
  for (const rule of rules) {
    const moved = rule(path);
    if (moved === undefined) continue;
    return { known: [`/${moved.replace(/^\//, '').replace(/(^|\/)index\.md$|\.md$/i, '$1')}`], unknown: [] };
  }
  return { known: [], unknown: isProgram ? ['rewrites 里的程序'] : [] };
}

const part = /:(\w+)(?:\(([^()]*)\))?([*+?]?)|\((\.[*+])\)|([^:()]+)|[:()]/g;
/** Patterns of a parameter that take no exponential time. */
const plain = /^(?:\.[*+]|\[\^\/\][*+]|\\[wd][*+]?|[\w|-]+)$/;
const repeats: Record<string, string> = { '*': '.*', '?': '.*', '+': '.+' };
const mostParameters = 8;

/** Reads a rule such as `packages/:name/src/(.*)` → `:name/index.md`; undefined for what is not understood. */
function ruleOf(from: string, to: string): Rule | undefined {
  const names: string[] = [];
  const patterns: string[] = [];
  for (const [, name, inner, repeated = '', rest, text] of from.matchAll(part)) {
    const pattern = inner ?? rest ?? repeats[repeated] ?? '[^/]+';
    if (text !== undefined) patterns.push(text.replace(/[.*+?^${}|[\]\\]/g, '\\$&'));
    else if ((name ?? rest) === undefined || !plain.test(pattern)) return undefined;
    else {
      names.push(name ?? '');
      patterns.push(`(${pattern})`);
    }
  }
  if (names.length > mostParameters) return undefined;
  const whole = new RegExp(`^${patterns.join('')}$`);
  return (path) => {
    const found = whole.exec(path);
    return found
      ? to.replace(/:(\w+)(?:\([^()]*\))?[*+?]?/g, (all, name: string) => found[names.indexOf(name) + 1] ?? all)
      : undefined;
  };
}
