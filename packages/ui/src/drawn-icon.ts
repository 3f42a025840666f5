import sprite from './icons.svg?url&no-inline';

const svg = 'http://www.w3.org/2000/svg';

/** <Icon> where there is no React. */
export function iconElement(name: string): SVGSVGElement {
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svg, 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  icon.append(use);
  return icon;
}
