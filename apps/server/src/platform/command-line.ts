/** Thrown for arguments a command does not understand. */
export class WrongUse extends Error {}

type Flags = Record<string, 'plain' | 'with a value'>;
type Shape<F extends Flags> = {
  /** Chinese text whose first line begins with 用法. */
  usage: string;
  flags?: F;
  /** Fewest and most positional arguments. */
  words: [least: number, most: number];
  /** Turns an error into a Chinese sentence. */
  explain?: (error: unknown) => string;
};
type Arguments<F extends Flags> = {
  words: string[];
  flags: { [name in keyof F]?: F[name] extends 'plain' ? true : string };
};

/**
 * Runs a command of the project: --help prints its usage, unknown arguments are refused with the usage and exit code 2,
 * and an error is printed as one line with exit code 1.
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

/** Parses the arguments. A word may begin with a dash, as -5 does; everything after -- is a word. */
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

/** Parses `--name`, `--name value` or `--name=value`, taking the value from `rest` where it stands apart. */
function readFlag(known: Flags, typed: string, rest: string[]) {
  const [, name = '', assigned] = /^--([^=]+)(?:=(.*))?$/s.exec(typed) ?? [];
  const kind = Object.hasOwn(known, name) ? known[name] : undefined;
  if (kind === undefined || (kind === 'plain' && assigned !== undefined)) throw new WrongUse(`不认识的参数：${typed}`);
  if (kind === 'plain') return { [name]: true as const };
  const value = assigned ?? rest.shift();
  if (value === undefined || value.startsWith('--')) throw new WrongUse(`${typed} 后面要写上内容`);
  return { [name]: value };
}

/** Strips control characters: an error may quote text of strangers, which must not steer the terminal. */
function printable(text: string) {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
