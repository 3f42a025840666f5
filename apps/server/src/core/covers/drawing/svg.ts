import type { Point } from './outline.ts';

type Attributes = Record<string, string | number>;

/** One SVG element. Numbers are rounded to hundredths; texts are written as they are, so they must be our own. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value, 100) : value}"`)
    .join('');
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`;
}

/** A group of elements that share attributes. */
export function group(attributes: Attributes, ...children: string[]): string {
  return element('g', attributes, ...children);
}

/** A filled shape inside a closed outline. */
export function shape(outline: readonly Point[], attributes: Attributes): string {
  return element('path', { d: `${lineThrough(outline)}Z`, ...attributes });
}

/** A line of even width through points. */
export function line(points: readonly Point[], attributes: Attributes): string {
  return element('path', { d: lineThrough(points), fill: 'none', ...attributes });
}

/** A fill that refers to a gradient by its id. */
export function paint(id: string): string {
  return `url(#${id})`;
}

function lineThrough(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${rounded(x, 10)} ${rounded(y, 10)}`).join('L')}`;
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
