import type { FragmentsOfPage } from '../ui/cached-fragment.tsx';
import type { Piece } from './paint-first.ts';

type Markup = { data: object[]; renderedAt: number; bytes: Uint8Array };

/** Markup by the first of the objects it shows, and by name; forgotten with the object. */
const cached = new WeakMap<object, Map<string, Markup>>();

type Place = { mark: string; bytes: Uint8Array | undefined; store: (html: string) => void };

/**
 * Fragments of one page that others have as well, such as its header and footer: taken from a page of the same second that
 * was made from the same data, or cached for the next.
 */
export class PageFragments implements FragmentsOfPage {
  readonly #secret: string;
  readonly #places: Place[] = [];

  /** `secret`: what the page's own text cannot contain. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  place({ data, name, renderedAt }: Parameters<FragmentsOfPage['place']>[0]) {
    const [first = data] = data;
    const byName = cached.get(first) ?? new Map<string, Markup>();
    cached.set(first, byName);
    const known = byName.get(name);
    const isCached = known?.renderedAt === renderedAt && known.data.every((one, n) => one === data[n]);
    const mark = `${this.#secret}-${this.#places.length}`;
    const bytes = isCached ? known.bytes : undefined;
    const store = (html: string) => byName.set(name, { data, renderedAt, bytes: new TextEncoder().encode(html) });
    this.#places.push({ mark, bytes, store });
    return { mark, isCached };
  }

  /** Puts cached fragments where their marks are, caches the new ones, and removes the marks. */
  fill(html: string): Piece[] {
    const pieces: Piece[] = [];
    let at = 0;
    for (const { mark, bytes, store } of this.#places) {
      const element = `<template id="${mark}"></template>`;
      const begin = html.indexOf(element, at);
      if (begin < 0) continue; // the page was rendered again without marks
      pieces.push(html.slice(at, begin));
      at = begin + element.length;
      if (bytes) pieces.push(bytes);
      else {
        const end = html.indexOf(element, at);
        const fragment = html.slice(at, end);
        store(fragment);
        pieces.push(fragment);
        at = end + element.length;
      }
    }
    return [...pieces, html.slice(at)];
  }
}
