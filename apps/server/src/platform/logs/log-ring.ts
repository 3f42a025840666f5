/** Names of pino's numeric levels. */
const levels = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' } as const;

type LogLevel = (typeof levels)[keyof typeof levels];
export type LogLine = { id: number; at: number; level: LogLevel; text: string; detail: string };

const maxLines = 500;
const longest = 4000;

/** The last 500 log lines in memory, with passwords, tokens and addresses masked. `out` gets every line unchanged. */
export class LogRing {
  /** Gets each masked line, to show it in other processes. */
  onLine: (line: Omit<LogLine, 'id'>) => void = () => {};
  readonly #lines: LogLine[] = [];
  readonly #out: (line: string) => void;
  #count = 0;

  constructor(out: (line: string) => void = () => {}) {
    this.#out = out;
  }

  /** Takes a line of JSON as pino writes it. Never throws. */
  write(line: string) {
    this.#out(line);
    const read = parse(line);
    if (!read) return;
    this.#lines.push({ id: ++this.#count, ...read });
    if (this.#lines.length > maxLines) this.#lines.shift();
    this.onLine(read);
  }

  /** Lists lines from a level on that contain a text, newest first. */
  list(wanted: LogFilter) {
    return this.#lines.filter((line) => isWanted(line, wanted)).toReversed();
  }
}

export type LogFilter = { level: LogLevel; text: string };

const order: LogLevel[] = Object.values(levels);

export function isWanted(line: Omit<LogLine, 'id'>, { level, text }: LogFilter) {
  if (order.indexOf(line.level) < order.indexOf(level)) return false;
  return `${line.text}\n${line.detail}`.toLowerCase().includes(text.toLowerCase());
}

function parse(line: string): Omit<LogLine, 'id'> | undefined {
  try {
    const { level, time, msg = '', pid, hostname, err, ...rest } = JSON.parse(line);
    const details = [err?.stack ?? err?.message ?? '', Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''];
    return {
      at: time,
      level: levels[level as keyof typeof levels] ?? 'info',
      text: shown(String(msg || err?.message || '')),
      detail: shown(details.filter((part) => part !== '').join('\n')),
    };
  } catch {
    return undefined;
  }
}

function shown(text: string) {
  return withoutSecrets(text.slice(0, longest));
}

const mask = '••••';

/** Patterns of secrets and personal data to mask. */
const secrets: [RegExp, string][] = [
  [/(?<=:\/\/)[^\s/@"']+@/g, `${mask}@`],
  [/(?<![\w.+-])[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})/gi, `${mask}@$1`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${mask}`],
  [
    /((?:password|passwd|secret|token|authorization|cookie|api[-_]?key)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,;}]+/gi,
    `$1${mask}`,
  ],
  // single-use codes and pending logins; codes of errors stay
  [/((?:code|验证码)["'\\]{0,8}\s{0,8}[:=：]?\s{0,8}["'\\]{0,8})\d{4,8}\b/gi, `$1${mask}`],
  [/([?&]code=)[^&\s"'\\]+/gi, `$1${mask}`],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, mask],
  // tokens, keys and hashes: long runs of letters and digits
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g, mask],
];

/** Masks passwords in URLs, mailboxes, tokens and network addresses. */
export function withoutSecrets(text: string) {
  return secrets.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), text);
}
