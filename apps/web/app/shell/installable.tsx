import type { Theme } from '@mojian/contract/platform/rules';
import { papers } from '@mojian/ui/papers';

/** Manifest, icons and theme colour of the installable app. */
export function Installable({ theme }: { theme: Theme }) {
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
