import { NoAnswer } from './no-answer.ts';

export type Limits = {
  /** Milliseconds for everything, from connecting to the last byte. */
  time: number;
  /** Bytes of the answer, after decompression. */
  bytes: number;
};

/**
 * Fetches from a host of our choosing, and has the whole answer when it resolves. No redirect is followed, and nothing
 * is read beyond the limits, whatever the answer says of its length. A refusal is an answer too.
 * @throws NoAnswer
 */
export async function fetchWithin(url: string, init: RequestInit, { time, bytes }: Limits): Promise<Response> {
  const limit = AbortSignal.timeout(time);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    return new Response(await readBody(response, bytes), { status, headers });
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new NoAnswer(isLate ? '对方迟迟没有应答' : '对方没有应答', { cause: error });
  }
}

/** Nothing for an empty body: some answers may not have one. */
async function readBody({ body }: Response, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new NoAnswer('对方的答复太长'); // leaving the loop lets go of the rest
    chunks.push(chunk);
  }
  return size > 0 ? Buffer.concat(chunks) : null;
}
