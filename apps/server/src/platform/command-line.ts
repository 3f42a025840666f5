import { mkdirSync } from 'node:fs';
import { type Config, readConfig } from './config.ts';
import { type Dialect, dialectOf } from './db/dialect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Db } from './db/schema.ts';
import { explainFailure } from './failures-at-start.ts';
import { hasScript, isNpmPackage, isRelease } from './program-files.ts';

/** Thrown for arguments a command does not understand. */
export class WrongUse extends Error {}

/** `repeated`: each use adds a value; they arrive joined by line breaks. */
type Flags = Record<string, 'plain' | 'with a value' | 'repeated'>;
type Shape<F extends Flags> = {
  /** The words and flags after the name, as in `<备份.zip> [--dry-run]`; several lines where there are several uses. */
  syntax: string;
  /** In Chinese. */
  help: string;
  flags?: F;
  /** Fewest and most positional arguments. */
  words: [least: number, most: number];
  /** Words the shell may complete after the name. */
  firstWords?: string[];
  /** Says in Chinese what went wrong; `reason`: what is said of it without this. */
  explain?: (error: unknown, reason: string) => string;
};
type Arguments<F extends Flags> = {
  words: string[];
  flags: { [name in keyof F]?: F[name] extends 'plain' ? true : string };
};

/**
 * A command of the program: `run` takes what was typed after its name and gives the exit code: 0 done, 1 failed, 2 wrong
 * use. The shell completes the rest.
 */
export type Command = {
  run: (name: string, typed: string[]) => Promise<number>;
  flags: string[];
  firstWords: string[];
};

/** Words that run a command: `mojian backup`, by npm `npx mojian backup`, in a clone of the project `npm run backup`. */
export function howToRun(name: string) {
  if (isNpmPackage) return `npx mojian ${name}`;
  if (isRelease) return `mojian ${name}`;
  return hasScript(name) ? `npm run ${name}` : `npm run mojian -- ${name}`;
}

/**
 * A command: --help prints its usage and opens nothing, words and flags it does not know are refused with the usage and
 * exit code 2, and what goes wrong is said in a line, with exit code 1. `work` may set another code in process.exitCode.
 */
export function defineCommand<F extends Flags = Record<never, never>>(
  shape: Shape<F>,
  work: (assigned: Arguments<F>) => Promise<void>,
): Command {
  const { explain = (_error, reason) => reason, flags = {}, firstWords = [] } = shape;
  return {
    flags: Object.keys(flags),
    firstWords,
    async run(name, typed) {
      const usage = usageOf(name, shape);
      if (typed.includes('--help') || typed.includes('-h')) {
        process.stdout.write(`${usage}\n`);
        return 0;
      }
      try {
        await work(readArguments(shape, typed));
        return Number(process.exitCode ?? 0);
      } catch (error) {
        const isMisused = error instanceof WrongUse;
        const explained = () => explain(error, explainFailure(error, process.env.DATABASE_URL));
        process.stderr.write(`${printable(isMisused ? [error.message, usage].join('\n\n').trim() : explained())}\n`);
        return isMisused ? 2 : 1;
      }
    },
  };
}

function usageOf(name: string, { syntax, help }: { syntax: string; help: string }) {
  const toRun = howToRun(name);
  // npm passes on only what follows `--`
  const program = toRun.startsWith('npm') && !toRun.includes(' -- ') ? `${toRun} --` : toRun;
  const lines = syntax.split('\n').map((line) => (line.trim() ? `${program} ${line}` : `${toRun}${line}`));
  return `用法：${lines.join('\n      ')}\n\n${help}`;
}

/** Milliseconds a command waits for a site that writes: nobody looks at a page meanwhile, and half of its work would be lost. */
export const commandBusyFor = 60_000;

type Opened = { db: Db; dialect: Dialect; config: Config };

/** Opens the site's database at its newest schema for some work, made if there is none; a running site goes on. */
export async function withDatabase<Result>(work: (opened: Opened) => Promise<Result>) {
  const config = readConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true });
  const db = openDatabase(config.databaseUrl, { busyFor: commandBusyFor });
  try {
    const dialect = dialectOf(config.databaseUrl);
    await migrate(db, dialect);
    return await work({ db, dialect, config });
  } finally {
    await db.destroy();
  }
}

/** A word may begin with a dash, as -5 does; after -- everything is a word. */
function readArguments<F extends Flags>({ flags: known = {} as F, words: [least, most] }: Shape<F>, typed: string[]) {
  const words: string[] = [];
  const flags: Record<string, string | true> = {};
  const rest = [...typed];
  for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
    if (one === '--') words.push(...rest.splice(0));
    else if (/^--?[a-z]/i.test(one)) addFlag(flags, known, readFlag(known, one, rest));
    else words.push(one);
  }
  if (words.length < least || words.length > most) throw new WrongUse();
  return { words, flags } as Arguments<F>;
}

function addFlag(flags: Record<string, string | true>, known: Flags, added: Record<string, string | true>) {
  for (const [name, value] of Object.entries(added)) {
    const before = known[name] === 'repeated' ? flags[name] : undefined;
    flags[name] = before === undefined ? value : `${before}\n${value}`;
  }
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

/** Prints data for scripts. */
export function printJson(data: unknown) {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
}

/** Strips control characters: what somebody else wrote must not steer the terminal. */
export function printable(text: string) {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}
