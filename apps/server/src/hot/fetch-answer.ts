import { NoAnswer } from './no-answer.ts';

export type Limits = {
  /** Milliseconds for everything, from connecting to the last byte. */
  time: number;
  /** Bytes of the answer, after decompression. */
  bytes: number;
};

const usual: Limits = { time: 5000, bytes: 1024 * 1024 };
const redirectsAtMost = 3;

/**
 * Fetches JSON from a host of our choosing. A redirect is followed on the same host only, and nothing is read beyond
 * the limits, whatever the answer says of its length.
 * @throws NoAnswer
 */
export async function fetchAnswer(url: string, headers: Record<string, string>, limits = usual): Promise<unknown> {
  try {
    const response = await follow(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(limits.time) });
    return JSON.parse(await readText(response, limits.bytes));
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (error instanceof SyntaxError) throw new NoAnswer('对方的答复读不懂', { cause: error });
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new NoAnswer(isLate ? '对方迟迟没有应答' : '对方没有应答', { cause: error });
  }
}

async function follow(url: string, options: RequestInit, left = redirectsAtMost): Promise<Response> {
  const response = await fetch(url, options);
  if (response.ok) return response;

  await response.body?.cancel(); // or the connection would stay open
  const target = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || target === null) throw new NoAnswer(refusal(response.status));
  const { href, origin } = new URL(target, url);
  if (origin !== new URL(url).origin || left === 0) throw new NoAnswer('对方把我们引到了别处');
  return follow(href, options, left - 1);
}

async function readText({ body }: Response, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new NoAnswer('对方的答复太长'); // leaving the loop lets go of the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusal(status: number) {
  if (status === 429) return '对方嫌我们问得太勤';
  return status >= 500 ? '对方出了差错' : '对方拒绝了我们';
}
