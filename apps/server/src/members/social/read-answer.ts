import type { z } from 'zod';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { LoginFailed } from './login-failed.ts';

/** Refusals that say: not now. */
const busy = new Set(['temporarily_unavailable', 'server_error', '-1']);

/**
 * What a provider answered, if it has the shape asked for. Several say no with status 200, each in fields of its own.
 * @throws NoAnswer for an answer that cannot be used, LoginFailed for a refusal.
 */
export async function readAnswer<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.output<Shape>> {
  const { status } = response;
  if (status >= 500 || status === 429) throw new NoAnswer('对方的服务器出错了');
  if (status >= 300 && status < 400) throw new NoAnswer('对方跳转到了别的地址');

  const answer = parse(await response.text());
  const refusal = refusalIn(answer) ?? (response.ok ? undefined : String(status));
  if (refusal !== undefined) throw busy.has(refusal) ? new NoAnswer('对方正忙') : new LoginFailed('refused', refusal);
  const { success, data } = shape.safeParse(answer);
  if (!success) throw new NoAnswer('对方的响应无法识别');
  return data;
}

/** JSON, also in the `callback( … );` that QQ wraps around it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^callback\s*\((.*)\)\s*;?$/s, '$1'));
  } catch (cause) {
    throw new NoAnswer('对方的响应无法识别', { cause });
  }
}

/** `error` of OAuth 2 and Weibo, `errcode` of WeChat, `ret` of QQ: 0 where all is well. */
function refusalIn(answer: unknown) {
  const { error, errcode, ret } = (answer ?? {}) as Record<string, unknown>;
  const given = [error, errcode, ret].find((code) => code !== undefined && code !== null && code !== 0 && code !== '');
  return given === undefined ? undefined : String(given);
}
