import { COVER_COUNT } from '@mojian/contract/core/cover-number';
import type { Theme } from './drawing/pigments.ts';
import type { Shape } from './drawing/sheet.ts';

/** Raise it when the drawing changes: covers are cached for ever under their address. */
export const DRAWING_VERSION = 1;

export type Cover = {
  number: number;
  theme: Theme;
  shape: Shape /** Half as wide and high: for rows and phones. */;
  half?: boolean;
};

const NAME = /^(0|[1-9]\d{0,2})(-banner)?-(day|night)(-half)?\.webp$/;

/** Where the server serves a cover: `/cover/v1/17-day.webp`, `/cover/v1/17-banner-night.webp`; `-half` before the dot is the small one. */
export function coverUrl(cover: Cover): string {
  return `/cover/v${DRAWING_VERSION}/${coverFileName(cover)}`;
}

export function coverFileName({ number, theme, shape, half = false }: Cover): string {
  return `${number}${shape === 'banner' ? '-banner' : ''}-${theme}${half ? '-half' : ''}.webp`;
}

/** Reads a file name back; nothing for a name that no cover has. Every cover has exactly one name. */
export function coverFromFileName(name: string): Cover | undefined {
  const [, digits, banner, theme, half] = NAME.exec(name) ?? [];
  const number = Number(digits);
  if (!theme || number >= COVER_COUNT) return undefined;
  return {
    number,
    theme: theme === 'day' ? 'day' : 'night',
    shape: banner ? 'banner' : 'wide',
    ...(half && { half: true }),
  };
}
