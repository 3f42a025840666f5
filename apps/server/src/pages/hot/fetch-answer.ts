import { fetchWithin, type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';

const usual: Limits = { time: 5000, bytes: 1024 * 1024 };
const redirectsAtMost = 3;

/**
 * Fetches JSON from a host of our choosing, within the limits. A redirect is followed on the same host only.
 * @throws NoAnswer
 */
export async function fetchAnswer(url: string, headers: Record<string, string>, limits = usual): Promise<unknown> {
  const signal = AbortSignal.timeout(limits.time); // of all redirects together
  const response = await follow(url, { headers, signal }, limits);
  try {
    return await response.json();
  } catch (cause) {
    throw new NoAnswer('对方的响应无法识别', { cause });
  }
}

async function follow(url: string, init: RequestInit, limits: Limits, left = redirectsAtMost): Promise<Response> {
  const response = await fetchWithin(url, init, limits);
  if (response.ok) return response;

  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null)
    throw new NoAnswer(refusal(response.status));
  const target = URL.parse(location, url);
  if (target?.origin !== new URL(url).origin || left === 0) throw new NoAnswer('对方跳转到了别的地址');
  return follow(target.href, init, limits, left - 1);
}

function refusal(status: number) {
  if (status === 429) return '对方限制了请求次数';
  return status >= 500 ? '对方的服务器出错了' : '对方拒绝了请求';
}
