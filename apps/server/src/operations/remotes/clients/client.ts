import type { IncomingMessage } from 'node:http';
import type { RemoteKind } from '@mojian/contract/operations/remote-kinds';
import { NoAnswer } from '../../../platform/outgoing/outgoing.ts';
import { type TransferRequest, transfer } from '../../../platform/outgoing/transfer.ts';

/** Address and account of a place for backups. */
export type Where = {
  kind: RemoteKind;
  url: string;
  username: string;
  secret: string;
  allowPrivate: boolean;
};

export type Upload = { name: string; bytes: number; content: AsyncIterable<Uint8Array> };
export type Stored = { name: string; bytes: number };

/** Reads back what was just sent. @throws Error when it is not the same */
export type Prove = (read: AsyncIterable<Uint8Array>) => Promise<void>;

/** A folder elsewhere. All its functions throw RemoteRefused. */
export type RemoteFolder = {
  /**
   * Makes the folder where it can, and tries whether files can be written, before gigabytes are sent. @returns whether a
   * file gets its name only once it is whole
   */
  prepare: () => Promise<{ namesWhole: boolean }>;
  list: () => Promise<Stored[]>;
  /** Sends a file, has it proven, and gives it its name only then, where the service can rename; removes what is not proven. */
  put: (file: Upload, prove: Prove) => Promise<void>;
  read: (name: string) => AsyncIterable<Uint8Array>;
  /** Removes a file, if present. */
  remove: (name: string) => Promise<void>;
};

/** The message says in Chinese what happened and what to do, without a full stop and without secrets. */
export class RemoteRefused extends Error {
  override name = 'RemoteRefused';
  /** Whether trying again alone will not help. */
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false, cause }: { isLasting?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isLasting = isLasting;
  }
}

/** Ending of the name of what is not proven yet. */
export const unproven = '.part';

const silence = 90_000;
const longestAnswer = 4 * 1024 ** 2;

/** Makes a request to a place. @throws RemoteRefused where nobody answers, or answers from elsewhere */
export async function ask(where: Pick<Where, 'url' | 'allowPrivate'>, url: string, request: TransferRequest) {
  const mayReach = where.allowPrivate ? { mayReach: () => true } : {};
  try {
    const { answer, close } = await transfer(url, request, { agent: 'Mojian', silence, ...mayReach });
    refuseRedirect(answer);
    return { answer, status: answer.statusCode ?? 0, close };
  } catch (error) {
    throw explain(error, hostOf(where.url));
  }
}

/** As `ask`, for answers that are read whole. */
export async function askText(where: Pick<Where, 'url' | 'allowPrivate'>, url: string, request: TransferRequest) {
  const { answer, status, close } = await ask(where, url, request);
  try {
    return { status, headers: answer.headers, text: await readText(answer) };
  } catch (error) {
    throw explain(error, hostOf(where.url));
  } finally {
    close();
  }
}

/** Streams the body of an answer. @throws RemoteRefused by `refuse` for another status than 200, and when it is cut off */
export async function* askStream(
  where: Pick<Where, 'url' | 'allowPrivate'>,
  url: string,
  { refuse, ...request }: TransferRequest & { refuse: (status: number, text: string) => RemoteRefused },
) {
  const { answer, status, close } = await ask(where, url, request);
  try {
    if (status !== 200) throw refuse(status, await readText(answer));
    yield* answer as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw explain(error, hostOf(where.url));
  } finally {
    close();
  }
}

async function readText(answer: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > longestAnswer) throw new RemoteRefused('对方的答复太长');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuseRedirect({ statusCode = 0, headers }: IncomingMessage) {
  if (statusCode < 300 || statusCode > 399) return;
  const host = URL.parse(headers.location ?? '')?.host;
  const text = `这个地址跳转到了别处${host ? `（${host}）` : ''}：请填跳转之后的地址`;
  throw new RemoteRefused(text, { isLasting: true });
}

export const hostOf = (url: string) => URL.parse(url)?.host ?? '对方';

/** Reasons by the code of a network error; certificates first, since they have many codes. */
function explain(error: unknown, host: string): unknown {
  if (error instanceof RemoteRefused) return error;
  const { message } = error as Error;
  const code = codeOf(error);
  if (message === '对方不在公网上')
    return refused(`${host} 在内网：确实要放到自己的内网，请打开「允许内网地址」`, true, error);
  if (/CERT|SIGNED|ISSUER|SIGNATURE/.test(code))
    return refused(`${host} 的 HTTPS 证书不能用（${certificates[code] ?? code}）：请那边换一张正式的证书`, true, error);
  if (/^(EPROTO|ERR_SSL_\w+)$/.test(code))
    return refused(`${host} 那个端口不是 HTTPS：核对一下地址里的端口，或改成 http`, true, error);
  const words = codes[code];
  if (words) return refused(words(host), false, error);
  if (message === '对方迟迟没有应答') return refused(`${host} 迟迟没有应答`, false, error);
  if (error instanceof NoAnswer) return refused(`${host} 没有应答`, false, error);
  return error;
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause === undefined ? '' : codeOf(cause));
}

function refused(text: string, isLasting: boolean, cause: unknown) {
  return new RemoteRefused(text, { isLasting, cause });
}

const cutOff = (host: string) => `传到一半，与 ${host} 的连接断了`;
const codes: Record<string, (host: string) => string> = {
  ENOTFOUND: (host) => `找不到主机 ${host}：核对一下地址，服务器上不了网时也会这样`,
  EAI_AGAIN: (host) => `找不到主机 ${host}：核对一下地址，服务器上不了网时也会这样`,
  ECONNREFUSED: (host) => `连不上 ${host}：端口不对，或那边没有开`,
  EHOSTUNREACH: (host) => `连不上 ${host}`,
  ENETUNREACH: (host) => `连不上 ${host}`,
  ETIMEDOUT: (host) => `${host} 迟迟没有应答`,
  ECONNRESET: cutOff,
  EPIPE: cutOff,
};

const certificates: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: '自己签发的',
  SELF_SIGNED_CERT_IN_CHAIN: '自己签发的',
  CERT_HAS_EXPIRED: '过期了',
  ERR_TLS_CERT_ALTNAME_INVALID: '是别的域名的',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '缺中间证书',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '签发者不认识',
};
