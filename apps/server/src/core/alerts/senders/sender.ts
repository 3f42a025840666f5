import type { Db } from '../../../platform/db/schema.ts';
import { NoAnswer, postToPublic } from '../../../platform/outgoing/outgoing.ts';

export type AlertItem = { event: string; title: string; text: string; link: string; createdAt: number };

/** `site`: its name. `id`: the same at each attempt. `url`: page of the back office that deals with it. */
export type AlertMessage = {
  id: string;
  site: string;
  title: string;
  lines: string[];
  url: string;
  items: AlertItem[];
  createdAt: number;
};

type Target = { url: string; secret: string; allowPrivate: boolean };

export type SenderDeps = { db: Db; siteUrl: string; smtpUrl?: string | undefined; now?: () => number };

/** Delivers an alert. @throws AlertRefused, whose message says in Chinese what happened and what to do */
export type Sender = (target: Target, message: AlertMessage, deps: SenderDeps) => Promise<void>;

export class AlertRefused extends Error {
  override name = 'AlertRefused';
}

type Answer = { status: number; text: string };
type Request = { url: string; headers?: Record<string, string>; body: string };

type Service = {
  name: string;
  request: (target: Target, message: AlertMessage, now: number) => Request;
  /** Undefined for an answer that accepts. */
  refusalIn: (answer: Answer) => Refusal | undefined;
};
type Refusal = { code: string | number; text: string };

const time = 10_000;
const mostBytes = 64 * 1024;

/** Sender of a service that takes a request and may refuse in its answer, with status 200 too. */
export function senderTo({ name, request, refusalIn }: Service): Sender {
  return async (target, message, { now = Date.now }) => {
    const { url, headers = {}, body } = request(target, message, now());
    const options = { time, most: mostBytes, agent: 'Mojian', ...(target.allowPrivate && { mayReach: () => true }) };
    const length = String(Buffer.byteLength(body));
    const sent = { body, headers: { 'content-type': json, ...headers, 'content-length': length } };
    const answer = await postToPublic(url, sent, options).catch((error) => {
      throw error instanceof NoAnswer ? new AlertRefused(adviceFor(name, error.message)) : error;
    });
    const refusal = refusalIn(answer);
    if (refusal) throw new AlertRefused(`${name}没有收：${refusal.text}（${refusal.code}）`);
  };
}

const json = 'application/json; charset=utf-8';

function adviceFor(name: string, words: string) {
  if (words === '对方不在公网上') return `${name}的地址在内网：确实要送到自己的内网，请打开「允许内网地址」`;
  if (words === '对方跳转到了别的地址') return `${name}的地址跳转到了别处：请填跳转之后的地址`;
  return `${words}：核对一下地址，服务器连不上${name}时也会这样`;
}

type Codes = {
  /** Fields of the answer. */
  code: string;
  words: string;
  accepts: (fields: Record<string, unknown>) => boolean;
  /** In Chinese, with what to do: codes, and parts of the words that tell more than the code. */
  known: Record<string, string>;
  reasons?: readonly (readonly [part: string, text: string])[];
};

/** Refusal of a service that answers in JSON with a code. Of unknown codes its own words are shown. */
export function refusalByCode(answer: Answer, { accepts, known, reasons = [], ...names }: Codes): Refusal | undefined {
  const fields = fieldsOf(answer.text);
  if (answer.status < 400 && accepts(fields)) return undefined;
  const code = fields[names.code];
  if (typeof code !== 'number' && typeof code !== 'string')
    return refusalByStatus(answer) ?? { code: answer.status, text: '答复认不出，请核对地址' };
  const words = String(fields[names.words] ?? '');
  const reason = reasons.find(([part]) => words.includes(part))?.[1];
  return { code, text: reason ?? known[code] ?? (ownWords(words) || '没有说为什么') };
}

/** Refusal by HTTP status alone. */
export function refusalByStatus({ status, text }: Answer, wordsField = 'message'): Refusal | undefined {
  if (status >= 200 && status < 300) return undefined;
  return { code: status, text: statuses[status] ?? ownWordsOf(text, wordsField, status) };
}

const statuses: Record<number, string> = {
  401: '密钥不对，请重新填',
  403: '没有权限，请核对地址与密钥',
  404: '没有这个地址，请核对',
  410: '这个地址不再收了，请换一个或停用',
  413: '内容太长',
  429: '发得太快，过一会儿会再试',
};

function ownWordsOf(text: string, field: string, status: number) {
  return ownWords(fieldsOf(text)[field]) || (status >= 500 ? '对方的服务器出错了，过一会儿会再试' : '没有说为什么');
}

export function fieldsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A service's own words, on one short line, without what may be a key. */
function ownWords(words: unknown) {
  if (typeof words !== 'string') return '';
  const line = words.replaceAll(/\s+/g, ' ').replaceAll(/[\w-]{16,}/g, '···');
  return line.slice(0, 120).trim();
}

/** An alert as plain text: site and title, a line for each event, the address. */
export function plainText({ site, title, lines, url }: AlertMessage) {
  return [`${site}：${title}`, ...lines, url].join('\n');
}

/** Cuts a text to so many bytes of UTF-8, keeping its last line, the address. */
export function withinBytes(text: string, most: number) {
  if (Buffer.byteLength(text) <= most) return text;
  const at = text.lastIndexOf('\n') + 1;
  const last = `…\n${text.slice(at)}`;
  const room = most - Buffer.byteLength(last);
  let shortened = '';
  let bytes = 0;
  for (const character of text.slice(0, Math.max(0, at - 1))) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    shortened += character;
  }
  return `${shortened}${last}`;
}
