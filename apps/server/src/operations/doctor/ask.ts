import { request as askHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as askHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { createGunzip } from 'node:zlib';

const usualTimeoutMs = 10_000;
const mostText = 64 * 1024;

type Asking = { method?: 'GET' | 'POST'; headers?: Record<string, string>; bytes?: number; timeoutMs?: number };

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 64 KB. */
  text: string;
  /** Port this side connected from: who is connected directly sees the same one. */
  localPort: number;
  /** When the certificate ends, and why it is not accepted. */
  certificate?: { until: number; fault: string };
};

/**
 * Asks through the site's public address, without following redirects. Continues with a certificate that is not
 * accepted, so that one fault hides no other. @throws NodeJS.ErrnoException, `ETIMEDOUT` after ten seconds
 */
export async function askServer(url: string, asking: Asking = {}): Promise<Answer> {
  const { response, end } = await open(url, asking);
  try {
    return { ...describe(response), text: await readText(response) };
  } finally {
    end();
  }
}

/**
 * Milliseconds until the first bytes of a stream arrived, decoded where a proxy compressed them; undefined when they did
 * not within `milliseconds`.
 */
export async function firstBytesAfter(url: string, milliseconds: number): Promise<number | undefined> {
  const begun = performance.now();
  let end = () => {};
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
  const arrived = async () => {
    const opened = await open(url, { headers: { 'accept-encoding': 'gzip' } });
    end = opened.end;
    const { response } = opened;
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}`);
    const body = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
    await new Promise<void>((resolve, reject) => body.once('data', () => resolve()).once('error', reject));
    return performance.now() - begun;
  };
  try {
    return await Promise.race([arrived(), late]);
  } finally {
    end();
  }
}

type Opened = { response: IncomingMessage; end: () => void };

function open(url: string, { method = 'GET', headers = {}, bytes = 0, timeoutMs = usualTimeoutMs }: Asking) {
  const send = url.startsWith('https:') ? askHttps : askHttp;
  const length = method === 'POST' ? { 'content-length': String(bytes) } : {};
  return new Promise<Opened>((resolve, reject) => {
    const options = { method, agent: false, rejectUnauthorized: false, headers: { ...headers, ...length } };
    const sent = send(url, options);
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
      sent.destroy();
    }, timeoutMs);
    sent.on('error', reject); // after its reply a server may close a refused body's connection
    sent.on('response', (response) => {
      clearTimeout(timer);
      resolve({ response, end: () => sent.destroy() });
    });
    sent.on('close', () => clearTimeout(timer));
    sent.end(bytes > 0 ? Buffer.alloc(bytes) : undefined);
  });
}

function describe({ statusCode = 0, headers, socket }: IncomingMessage) {
  const secure = socket as Partial<TLSSocket>;
  const until = secure.getPeerCertificate?.().valid_to;
  return {
    status: statusCode,
    headers,
    localPort: socket.localPort ?? 0,
    ...(until && { certificate: { until: Date.parse(until), fault: faultOf(secure) } }),
  };
}

function faultOf({ authorized, authorizationError }: Partial<TLSSocket>) {
  return authorized ? '' : String(authorizationError ?? '不受信任');
}

async function readText(response: IncomingMessage) {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response as AsyncIterable<string>) {
      text += chunk;
      if (text.length > mostText) break;
    }
  } catch {
    // a proxy that refuses a body may close at once
  }
  return text;
}
