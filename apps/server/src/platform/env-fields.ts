import { isIP } from 'node:net';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { z } from 'zod';

const quotePairs: [string, string][] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
];
const quote = /^["'“”‘’]|["'“”‘’]$/;
const atEnds = /^[\s\u200b\ufeff]+|(?<![\s\u200b\ufeff])[\s\u200b\ufeff]+$/g;
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\ufeff]/u;

/** Strips what files of variables add to a value: white space, the CR of Windows, a pair of quotes. */
export function cleaned(value: string) {
  const bare = value.replace(atEnds, '');
  const pair = quotePairs.find(([open, close]) => bare.length > 1 && bare.startsWith(open) && bare.endsWith(close));
  return pair ? bare.slice(1, -1).replace(atEnds, '') : bare;
}

/** Text without leftovers of the file it stood in. Every variable begins with it. */
const plain = z
  .string()
  .refine((text) => !unseen.test(text), { error: '里有换行或看不见的字符，请重新输入这一行', abort: true })
  .refine((text) => !quote.test(text), { error: '的引号没有成对，请两边都去掉', abort: true })
  .refine((text) => !/\s#/.test(text), { error: '后面跟着 # 开头的说明，请把说明另写一行', abort: true });

/** Field read by a function that throws an Error in Chinese, which repeats nothing of a secret. */
export function readBy<Value>(read: (text: string) => Value) {
  return plain.transform((text, context): Value => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });
}

/** Field for a whole number in a range, in decimal digits. */
export function whole(least: number, most: number, refusal: string) {
  return plain
    .regex(/^\d{1,5}$/, refusal)
    .transform(Number)
    .refine((value) => value >= least && value <= most, refusal);
}

export const yesOrNo = readBy((text) => readSwitch(text, '须为 1 或 0'));

function readSwitch(text: string, refusal: string) {
  const { data } = z.stringbool().safeParse(text);
  if (data === undefined) throw new Error(refusal);
  return data;
}

/** Number of layers, for which `true` says one. */
export const layers = readBy((text) =>
  /^\d$/.test(text) ? Number(text) : Number(readSwitch(text, '须为前面代理的层数，如 1，没有则为 0')),
);

/** Address of the site as an origin: it answers at the root of its host only. */
export const origin = readBy((text) => {
  const url = readWebAddress(text, 'https://example.com');
  if (url.pathname !== '/' || url.search || /[?#]/.test(text))
    throw new Error('只写到域名或端口为止，如 https://example.com：墨笺不能放在子路径下，请给它一个子域名');
  return url.origin;
});

/** Address of a folder on the web. */
export const webFolder = readBy((text) => {
  const { href } = readWebAddress(text, 'https://example.com/releases/');
  if (/[?#]/.test(text)) throw new Error('里不能有 ? 与 #，只写到文件夹为止，如 https://example.com/releases/');
  return href;
});

function readWebAddress(text: string, example: string) {
  const url = URL.parse(text);
  if (!/^https?:\/\//i.test(text) || !url?.hostname)
    throw new Error(`须为完整网址，以 https:// 或 http:// 开头，如 ${example}`);
  if (url.username || url.password || text.includes('@')) throw new Error(`里不能有用户名与密码，须形如 ${example}`);
  if (/\s|\\/.test(text)) throw new Error(`里有空格或反斜线，须形如 ${example}`);
  return url;
}

/** Name or number of a network address to listen on. */
export const host = readBy((text) => {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/i.test(bare)) return bare;
  throw new Error('须为监听的地址，如 127.0.0.1，所有地址写 0.0.0.0；不写 http:// 与端口');
});

/** Path of a folder. Only a shell knows ~ and variables: written in a file of variables they would be names of folders. */
export const folder = readBy((text) => {
  if (/^(~|\$|%\w+%)/.test(text)) throw new Error('不认识 ~ 与 $HOME 这样的写法，请写完整的路径，如 /srv/mojian-data');
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) throw new Error('须为这台机器上的文件夹，如 /srv/mojian-data，不是网址');
  return text;
});

export const email = readBy((text) => {
  const spelled = spellEmail(text);
  if (!isEmail(spelled)) throw new Error('须为邮箱地址，如 me@example.com');
  return spelled;
});

export const secret = (least: number) =>
  plain.refine((text) => text.length >= least, { error: `不能少于 ${least} 个字符`, abort: true });

/** Token that others send in a header, which takes no other letters. */
export const token = secret(16).regex(/^[\x21-\x7e]*$/, '只能用英文字母、数字与符号，不能有空格与汉字');

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  plain.toLowerCase().pipe(z.enum(values, `须为 ${values.join('、')} 之一`));
