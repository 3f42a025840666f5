import { COVER_COUNT } from './cover-number.ts';
import type { Theme } from './drawing/pigments.ts';
import type { Shape } from './drawing/sheet.ts';

/** Raise it when the drawing changes: covers are cached for ever under their address. */
export const DRAWING_VERSION = 1;

export type Cover = { number: number; theme: Theme; shape: Shape };

const NAME = /^(0|[1-9]\d{0,2})(-banner)?-(day|night)\.webp$/;

/** Where the server serves a cover: `/cover/v1/17-day.webp`, `/cover/v1/17-banner-night.webp`. */
export function coverUrl(number: number, theme: Theme, shape: Shape): string {
  return `/cover/v${DRAWING_VERSION}/${coverFileName({ number, theme, shape })}`;
}

export function coverFileName({ number, theme, shape }: Cover): string {
  return `${number}${shape === 'banner' ? '-banner' : ''}-${theme}.webp`;
}

/** Reads a file name back; nothing for a name that no cover has. Every cover has exactly one name. */
export function coverFromFileName(name: string): Cover | undefined {
  const [, digits, banner, theme] = NAME.exec(name) ?? [];
  const number = Number(digits);
  if (!theme || number >= COVER_COUNT) return undefined;
  return { number, theme: theme === 'day' ? 'day' : 'night', shape: banner ? 'banner' : 'wide' };
}
