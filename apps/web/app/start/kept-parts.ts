import type { PartsOfPage } from '../ui/kept.tsx';
import type { Piece } from './paint-first.ts';

type Markup = { data: object[]; renderedAt: number; bytes: Uint8Array };

/** Markup by the first of the objects it shows, and by name; forgotten with the object. */
const kept = new WeakMap<object, Map<string, Markup>>();

type Place = { mark: string; bytes: Uint8Array | undefined; keep: (html: string) => void };

/**
 * Parts of one page that others have as well, such as its header and footer: taken from a page of the same second, made
 * from the same data, or kept for the next.
 */
export class KeptParts implements PartsOfPage {
  readonly #secret: string;
  readonly #places: Place[] = [];

  /** `secret`: what the page's own text cannot contain. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  place({ data, name, renderedAt }: Parameters<PartsOfPage['place']>[0]) {
    const [first = data] = data;
    const byName = kept.get(first) ?? new Map<string, Markup>();
    kept.set(first, byName);
    const known = byName.get(name);
    const isSame = known?.renderedAt === renderedAt && known.data.every((one, n) => one === data[n]);
    const mark = `${this.#secret}-${this.#places.length}`;
    const bytes = isSame ? known.bytes : undefined;
    const keep = (html: string) => byName.set(name, { data, renderedAt, bytes: new TextEncoder().encode(html) });
    this.#places.push({ mark, bytes, keep });
    return { mark, isKnown: isSame };
  }

  /** Puts the kept parts where their marks are, keeps the new ones, and removes the marks. */
  fill(html: string): Piece[] {
    const pieces: Piece[] = [];
    let at = 0;
    for (const { mark, bytes, keep } of this.#places) {
      const element = `<template id="${mark}"></template>`;
      const begin = html.indexOf(element, at);
      if (begin < 0) continue; // the page was rendered again without marks
      pieces.push(html.slice(at, begin));
      at = begin + element.length;
      if (bytes) pieces.push(bytes);
      else {
        const end = html.indexOf(element, at);
        const part = html.slice(at, end);
        keep(part);
        pieces.push(part);
        at = end + element.length;
      }
    }
    return [...pieces, html.slice(at)];
  }
}
