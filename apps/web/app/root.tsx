import { iconUrl, sealUrl } from '@mojian/contract/core/icons';
import type { Theme } from '@mojian/contract/platform/rules';
import { papers } from '@mojian/ui/papers';
import { lazy, Suspense } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData, useRouteLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from './api/load.ts';
import { onServer } from './api/load-on-server.ts';
import errorStyles from './shell/deferred/error-screen.css?url';
import { firstScript } from './shell/first-script.ts';
import { Shell } from './shell/shell.tsx';
import { useScriptMark } from './start/script-mark.ts';
import afterPaintStyles from './styles/after-paint.css?url';
import printStyles from './styles/print.css?url';
import { RenderedAt } from './ui/rendered-at.ts';
import { UsualPrint } from './ui/usual-print.ts';
import './styles/index.css';

/** Rarely needed; the shell preloads it, so that it is there when nothing else loads. */
const ErrorScreen = lazy(() =>
  import('./shell/deferred/error-screen.tsx').then((part) => ({ default: part.ErrorScreen })),
);

const load = async ({ api }: LoadArgs) => {
  const { data: site, extra: counts } = await api.site.info();
  // whole seconds: pages of one second share their header and footer
  return { site, counts, renderedAt: Math.floor(Date.now() / 1000) * 1000 };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);
/** Name and footer do not change while someone reads. */
export const shouldRevalidate = () => false;

/** After the sheet of the first screen; `paintFirst` puts it off until after the first paint. */
export const links = () => [{ rel: 'stylesheet', href: afterPaintStyles }];

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useScriptMark();
  return (
    <html lang="zh-CN" data-theme={useSiteRoot()?.theme ?? 'light'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, which the CSP admits by its hash */}
        <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Links />
        <Accent />
        {/* dead weight where scripts run */}
        {import.meta.env.SSR && (
          <noscript>
            <link media="print" rel="stylesheet" href={printStyles} />
          </noscript>
        )}
        <Icons />
        <link rel="alternate" href="/rss.xml" type="application/rss+xml" title="RSS" />
        <link rel="alternate" href="/atom.xml" type="application/atom+xml" title="Atom" />
        <link rel="alternate" href="/feed.json" type="application/feed+json" title="JSON Feed" />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Overrides design tokens by a style sheet of its own, as the CSP forbids inline styles. */
function Accent() {
  const accent = useSiteRoot()?.accent;
  return accent && <link rel="stylesheet" href={`/accent.css?colour=${accent.slice(1)}`} />;
}

/** The owner's logo as icons, or the seal as SVG. */
function Icons() {
  const site = useSiteRoot();
  if (!site?.logo) return <link rel="icon" href={sealUrl(site?.name ?? '墨笺')} type="image/svg+xml" />;
  return (
    <>
      <link rel="icon" href={iconUrl('48', site)} type="image/png" sizes="48x48" />
      <link rel="icon" href={iconUrl('192', site)} type="image/png" sizes="192x192" />
      <link rel="apple-touch-icon" href={iconUrl('apple-touch', site)} />
    </>
  );
}

/** Undefined when the site's own data failed to load. */
const useSiteRoot = () => useRouteLoaderData<typeof loader>('root')?.site;

export default function Root() {
  return (
    <Surrounded {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Surrounded>
  );
}

/** Also handles a failure of the site's own data. React shows it once its styles are there. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('root');
  const screen = (
    <>
      <link rel="stylesheet" href={errorStyles} precedence="screen" />
      <Suspense>
        <ErrorScreen />
      </Suspense>
    </>
  );
  return data ? <Surrounded {...data}>{screen}</Surrounded> : screen;
}

type SurroundedProps = Awaited<ReturnType<typeof load>> & { children: React.ReactNode };

function Surrounded({ site, counts, renderedAt, children }: SurroundedProps) {
  return (
    <RenderedAt value={renderedAt}>
      <Installable theme={site.theme} />
      <UsualPrint value={site.theme === 'dark' ? 'night' : 'day'}>
        <Shell site={site} counts={counts}>
          {children}
        </Shell>
      </UsualPrint>
    </RenderedAt>
  );
}

/** Manifest, icons and theme colour of the installable app. */
function Installable({ theme }: { theme: Theme }) {
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <BarColour theme={theme} />
    </>
  );
}

/** Theme colour until `colourBrowser` follows the page's own background. */
function BarColour({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={papers[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={papers.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={papers.dark} />
    </>
  );
}
