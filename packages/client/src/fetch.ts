import type { Envelope } from '@mojian/contract/platform/endpoint';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { Send, Sent } from './client.ts';

/** Milliseconds. */
const timeLimit = 36_000;

export type Browser = {
  /** Base address; '' for the same origin. */
  base: string;
  token: () => string | undefined;
  /** Called on a 401: clears the session and opens the login dialog. */
  onSignedOut: () => void;
  /** Logs a network failure. */
  log: (text: string, cause: unknown) => void;
};

/** Sends over fetch: Authorization header, 36 s limit, the 401 rule. Network failures are logged and rethrown. */
export function sendByFetch(browser: Browser): Send {
  return (request) => endingSession(browser, () => exchange(browser, request));
}

/** Makes a call; a 401 ends the session it was sent with, not one begun while it was under way. */
export async function endingSession(browser: Browser, call: () => Promise<Envelope>): Promise<Envelope> {
  const sent = browser.token();
  const envelope = await call();
  if (envelope.code === 401 && browser.token() === sent) browser.onSignedOut();
  return envelope;
}

async function exchange({ base, token, log }: Browser, { method, path, query, body }: Sent) {
  const search = new URLSearchParams(query).toString();
  const headers: Record<string, string> = {};
  const authorization = token();
  if (authorization) headers.authorization = authorization;
  if (body !== undefined) headers['content-type'] = 'application/json';

  try {
    const answer = await fetch(base + path + (search && `?${search}`), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeLimit),
    });
    return (await answer.json().catch((error) => {
      throw proxyRefusal(answer.status) ?? error;
    })) as Envelope;
  } catch (error) {
    log(`网络请求失败：${path}`, error);
    if (isFailure(error)) throw error;
    throw new Failure('unavailable', '网络连接不稳，请稍后再试');
  }
}

/** Thrown when a reverse proxy refused the body; the text names its setting to change. */
export class RefusedByProxy extends Failure {
  constructor() {
    super('too-large', '反向代理不让传这么大。请站长把它的上限调大（nginx 是 client_max_body_size，设为 12m）后重试');
  }
}

/** Maps a reverse proxy's status to a failure; undefined unless it is 413. */
export function proxyRefusal(status: number): Failure | undefined {
  return status === 413 ? new RefusedByProxy() : undefined;
}
