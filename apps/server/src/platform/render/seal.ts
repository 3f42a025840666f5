import { resolve } from 'node:path';

export const sealFile = resolve(import.meta.dirname, '../../../../web/public/favicon.svg');

/** A seal of one character in whatever Song typeface the reader's device has; blank for ''. */
export function sealDrawing(character: string) {
  const text = character.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const mark =
    text === ''
      ? '<rect x="10" y="10" width="28" height="28" fill="none" stroke="#fcf8f0" stroke-width="2.4"/>'
      : `<text x="24" y="24" dy=".36em" text-anchor="middle" font-size="33" font-weight="700" fill="#fcf8f0" font-family="'Songti SC','STSong','Noto Serif CJK SC','Source Han Serif SC','SimSun',serif">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><filter id="cut" x="-6%" y="-6%" width="112%" height="112%"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="3" seed="8"/><feDisplacementMap in="SourceGraphic" scale="1.7"/></filter><g filter="url(#cut)"><path d="M3 2.5h41.5l1 1.2-.3 41.3-1.2.7-41-.2-1-1.5.2-40.5z" fill="#bd3428"/>${mark}</g></svg>`;
}
