import type { Theme } from '@mojian/contract/platform/rules';
import { papers } from '@mojian/ui/papers';

/** Makes the site one to install. */
export function Installable({ theme }: { theme: Theme }) {
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <BarColour theme={theme} />
    </>
  );
}

/** Of the browser's own bar, until the page itself says it. */
function BarColour({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={papers[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={papers.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={papers.dark} />
    </>
  );
}
