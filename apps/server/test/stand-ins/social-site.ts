import { type Provider, providerNumbers } from '@mojian/contract/core/social-providers';
import { forgetSettings, type Settings, saveSettings } from '../../src/core/settings/settings.ts';
import { socialCallbackRoutes } from '../../src/members/social/social-callback.routes.ts';
import type { Db } from '../../src/platform/db/schema.ts';
import type { Viewer } from '../../src/platform/http/viewer.ts';
import { testSite, tokenOf } from '../site.ts';
import { openProvider } from './open-provider.ts';
import type { StandIn } from './stand-in.ts';

type Keys = Settings['social'][Provider];

type Options = {
  open?: typeof openProvider;
  /** Milliseconds: short for the tests that wait for its end. */
  patience?: number;
};

/** A running site with one provider set up, whose part a stand-in takes. */
export async function socialSite(
  provider: Provider,
  { open = openProvider, patience: timeoutMs = 10_000 }: Options = {},
) {
  const site = await testSite();
  const standIn = await open(provider, site.siteUrl);
  socialCallbackRoutes(site.app, { ...site, limits: { time: timeoutMs, bytes: 200_000 } });
  await setKeys(site.db, provider, keysOf(standIn));

  return {
    ...site,
    standIn,
    /** A browser, of a visitor or of a member who is logged in there. */
    browser: (viewer: Viewer | null = null, to = provider) => openBrowser(site.app, to, viewer),
    /** Traces a failed login must not leave. */
    async traces() {
      const [users, links, files, handovers] = await Promise.all([
        site.db.selectFrom('users').select('id').orderBy('id').execute(),
        site.db.selectFrom('socialLinks').selectAll().orderBy('id').execute(),
        site.db.selectFrom('files').select('key').execute(),
        site.db.selectFrom('tickets').select('kind').where('kind', '=', 'handover').execute(),
      ]);
      return { users, links, files, handovers };
    },
    async close() {
      await standIn.close();
      await site.close();
    },
  };
}

export function keysOf({ url, app }: Pick<StandIn, 'url' | 'app'>): Keys {
  return { id: app.id, secret: app.secret, base: url };
}

export async function setKeys(db: Db, provider: Provider, keys: Keys) {
  await db.transaction().execute((trx) => saveSettings(trx, 'social', { [provider]: keys }));
  forgetSettings(db);
}

export async function allowOnly(db: Db, types: number[]) {
  await db.transaction().execute((trx) => saveSettings(trx, 'logins', { types }));
  forgetSettings(db);
}

type App = Awaited<ReturnType<typeof testSite>>['app'];

/** Somebody's browser with its cookies, as far as logging in through a provider goes. */
function openBrowser(app: App, provider: Provider, viewer: Viewer | null) {
  const cookies = new Map<string, string>();

  return {
    cookies,

    /** The provider's address, as the button asks for it. */
    async leave(type: string | number = provider): Promise<string> {
      const { statusCode, headers, ...answer } = viewer
        ? await app.inject({ method: 'POST', url: `/v1/social/${type}`, headers: { authorization: tokenOf(viewer) } })
        : await app.inject({ url: `/oauth/render/${type}` });
      if (statusCode !== 200) throw new Error(answer.body);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(headers['set-cookie'])) ?? [];
      cookies.set(name, value);
      return answer.json().data;
    },

    /** Comes back to the site, and says what it is told there. */
    async comeBack(address: string) {
      const { pathname, search } = new URL(address);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { statusCode, headers } = await app.inject({ url: pathname + search, headers: { cookie } });
      const target = new URL(String(headers.location));
      const [, nonce] = /^arrival=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
      return { statusCode, headers, target, ...Object.fromEntries(target.searchParams), nonce } as Back;
    },

    /** From the button to the front page. */
    async login() {
      return this.comeBack(await consent(await this.leave()));
    },
  };
}

type Back = {
  statusCode: number;
  headers: Record<string, unknown>;
  target: URL;
  token?: string;
  /** Left as a cookie for the page's script. */
  nonce?: string;
  linked?: string;
  loginFailed?: string;
};

/** Says yes or no at the provider, and has the address it sends people back to. */
export async function consent(address: string, say: '同意' | '拒绝' = '同意') {
  const page = await fetch(address);
  const html = await page.text();
  const [, link] = new RegExp(`<a href="([^"]+)">${say}</a>`).exec(html) ?? [];
  if (!page.ok || !link) throw new Error(html);
  const answer = await fetch(new URL(link.replaceAll('&amp;', '&'), address), { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** Address with other parameters. */
export function withParam(address: string, params: Record<string, string>) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

export const numberOf = (provider: Provider) => providerNumbers[provider];
