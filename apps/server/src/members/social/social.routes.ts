import { type Provider, social } from '@mojian/contract/members/social';
import type { LoginFailure } from '@mojian/contract/members/social-texts';
import { isFailure } from '@mojian/contract/platform/failures';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';
import { type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { LoginFailed } from './adapter.ts';
import { listSocialLinks, unlink } from './links.ts';
import { callbackPath, finishLogin, readCookie, startLinking, startLogin, writeNonce } from './social-login.ts';

const usual: Limits = { time: 10_000, bytes: 2 * 1024 * 1024 };
/** The handover's lifetime. */
const nonceSeconds = 60;
const rateLimit = limitOf({ access: 'anyone', limit: { most: 120, seconds: 60 } });

type Deps = { db: Db; siteUrl: string };
type CallbackDeps = Deps & { storage: Storage; limits?: Limits };

export function socialRoutes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(social.render, ({ params: { type } }, caller) => startLogin(deps, type, caller));
  serve(social.startLinking, async ({ params: { type } }, caller) => startLinking(deps, type, caller));
  serve(social.list, (_input, { viewer }) => listSocialLinks(db, viewer));
  serve(social.unlink, ({ query: { provider } }, { viewer }) => unlink(db, viewer, provider));
}

/** Handles the redirect back from a provider, always redirecting to the front page with the result. */
export function socialCallbackRoutes(app: FastifyInstance, { limits = usual, ...deps }: CallbackDeps) {
  app.get(`${callbackPath}/:type`, { exposeHeadRoute: false, config: { rateLimit } }, async (request, reply) => {
    const { nonce, ...arrival } = await handleCallback({ ...deps, limits }, request);
    if (nonce) reply.header('set-cookie', writeNonce(nonce, nonceSeconds, deps.siteUrl));
    // the address it leads to opens a session: it is neither kept nor told to anybody
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(`${deps.siteUrl}/?${new URLSearchParams(arrival)}`, 302);
  });
}

type CallbackResult = Record<string, string> & { nonce?: string };

async function handleCallback(
  deps: Required<CallbackDeps>,
  { url, params, headers, log }: FastifyRequest,
): Promise<CallbackResult> {
  const { data } = social.render.params.safeParse(params);
  if (!data) return { loginFailed: 'off' };
  try {
    const query = new URL(url, deps.siteUrl).searchParams;
    return await finishLogin(deps, data.type, query, readCookie(data.type, headers.cookie));
  } catch (error) {
    return { loginFailed: reasonOf(error, data.type, log) };
  }
}

/** Reason shown to the visitor; what only the owner can fix, such as wrong keys, goes to the log. */
function reasonOf(error: unknown, provider: Provider, log: FastifyBaseLogger): LoginFailure {
  if (error instanceof LoginFailed) {
    if (error.reason === 'refused') log.warn({ provider, code: error.code }, '第三方登录被对方拒绝');
    return error.reason;
  }
  if (isFailure(error) && error.id === 'maintenance') return 'maintenance';
  if (error instanceof NoAnswer) log.warn({ provider, reason: error.message }, '第三方登录没有得到答复');
  else log.error(error);
  return 'unavailable';
}
