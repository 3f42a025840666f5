import { iconUrl } from '@mojian/contract/core/icons';
import { papers } from '@mojian/ui/papers';
import type { Settings } from '../../core/settings/settings.ts';

/** What fits below an icon on a home screen. */
const shortName = 12;

/** The site as something to install. */
export function manifest({ identity, look }: Settings) {
  const { name, tagline, description } = identity;
  const paper = papers[look.theme === 'dark' ? 'dark' : 'light'];
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
      { src: iconUrl('192', identity), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: iconUrl('512', identity), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: iconUrl('maskable-512', identity), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
