import type { Settings } from '../site/settings.ts';
import { iconUrl } from './icon.ts';

/** --color-paper by day in sRGB: programs that show icons and splash screens may not know oklch. */
const paper = '#fcf9f5';
/** What fits below an icon on a home screen. */
const shortName = 12;

/** The site as something to install. */
export function manifest({ identity: { name, tagline, description } }: Settings) {
  return {
    id: '/',
    name,
    short_name: Array.from(name).slice(0, shortName).join(''),
    description: description || tagline,
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: iconUrl('192'), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: iconUrl('512'), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: iconUrl('maskable-512'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
