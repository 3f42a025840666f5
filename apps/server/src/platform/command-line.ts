/** Thrown for words a command makes nothing of. */
export class WrongUse extends Error {}

type Flags = Record<string, 'plain' | 'with a value'>;
type Shape<F extends Flags> = {
  /** In Chinese, the first line beginning with 用法. */
  usage: string;
  flags?: F;
  /** Fewest and most positional arguments. */
  words: [least: number, most: number];
  /** Says in Chinese what went wrong. */
  explain?: (error: unknown) => string;
};
type Arguments<F extends Flags> = {
  words: string[];
  flags: { [name in keyof F]?: F[name] extends 'plain' ? true : string };
};

/**
 * Runs a command of the project: --help prints its usage and opens nothing, words and flags it does not know are refused
 * with the usage and exit code 2, and what goes wrong is said in a line, with exit code 1.
 */
export async function runCommand<F extends Flags = Record<never, never>>(
  shape: Shape<F>,
  run: (assigned: Arguments<F>) => Promise<void>,
) {
  const { usage, explain = messageOf } = shape;
  const typed = process.argv.slice(2);
  if (typed.includes('--help') || typed.includes('-h')) return void process.stdout.write(`${usage}\n`);
  try {
    await run(readArguments(shape, typed));
  } catch (error) {
    const isMisused = error instanceof WrongUse;
    process.stderr.write(`${printable(isMisused ? [error.message, usage].join('\n\n').trim() : explain(error))}\n`);
    process.exitCode = isMisused ? 2 : 1;
  }
}

/** A word may begin with a dash, as -5 does; after -- everything is a word. */
function readArguments<F extends Flags>({ flags: known = {} as F, words: [least, most] }: Shape<F>, typed: string[]) {
  const words: string[] = [];
  const flags: Record<string, string | true> = {};
  const rest = [...typed];
  for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
    if (one === '--') words.push(...rest.splice(0));
    else if (/^--?[a-z]/i.test(one)) Object.assign(flags, readFlag(known, one, rest));
    else words.push(one);
  }
  if (words.length < least || words.length > most) throw new WrongUse();
  return { words, flags } as Arguments<F>;
}

/** `--name`, `--name value` or `--name=value`. A value of its own is taken from the rest. */
function readFlag(known: Flags, typed: string, rest: string[]) {
  const [, name = '', assigned] = /^--([^=]+)(?:=(.*))?$/s.exec(typed) ?? [];
  const kind = Object.hasOwn(known, name) ? known[name] : undefined;
  if (kind === undefined || (kind === 'plain' && assigned !== undefined)) throw new WrongUse(`不认识的参数：${typed}`);
  if (kind === 'plain') return { [name]: true as const };
  const value = assigned ?? rest.shift();
  if (value === undefined || value.startsWith('--')) throw new WrongUse(`${typed} 后面要写上内容`);
  return { [name]: value };
}

/** Strips control characters: an error may quote a file somebody else wrote, which must not steer the terminal. */
function printable(text: string) {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
