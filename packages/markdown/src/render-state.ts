import { createIds, type Ids } from './slug.ts';
import type { SetFormula } from './tex.ts';

/** A heading for the table of contents. `text` is plain text, `id` the element's id in the HTML. */
export type Heading = { id: string; text: string; level: 2 | 3 };

/** Intrinsic size of a picture in CSS pixels; `attachment`: of another file, the name of its download and its bytes. */
export type Picture = { width: number; height: number; attachment?: { name: string; bytes: number } | undefined };

export type RenderOptions = {
  /** Size of a picture, or of another file, by its address: of a picture, it avoids layout shift. */
  pictureSize?: (src: string) => Picture | undefined;
  /** Origin of this site, such as `https://mojian.example`: links to it open in the same tab. */
  siteOrigin?: string;
  /** A source line break breaks the line, as expected of comments. Otherwise only two spaces do. */
  breaks?: boolean;
  /** Prefix of every id, so that several texts fit on one page. */
  idPrefix?: string;
};

/** State shared by the rules of one render, passed as markdown-it's `env`. */
export type RenderState = {
  options: RenderOptions;
  /**
   * Unguessable, new for each render. As an attribute it marks an element made by our rules; as an element it stands
   * for a finished fragment that bypasses the sanitiser. A reader's HTML can therefore claim neither.
   */
  nonce: string;
  fragments: string[];
  ids: Ids;
  headings: Heading[];
  pictures: string[];
  hasDiagram: boolean;
  setFormula: SetFormula | undefined;
};

export function createRenderState(options: RenderOptions): RenderState {
  const random = crypto.getRandomValues(new Uint32Array(4));
  return {
    options,
    nonce: `x${Array.from(random, (part) => part.toString(16).padStart(8, '0')).join('')}`,
    fragments: [],
    ids: createIds(options.idPrefix ?? ''),
    headings: [],
    pictures: [],
    hasDiagram: false,
    setFormula: undefined,
  };
}

/** Withholds finished HTML from the sanitiser; returns a placeholder until `insertFragments`. */
export function storeFragment(state: RenderState, html: string): string {
  const index = state.fragments.push(html) - 1;
  return `<${state.nonce} i="${index}"></${state.nonce}>`;
}

/** Replaces the placeholders in sanitised HTML by the held fragments. */
export function insertFragments(state: RenderState, html: string): string {
  const placeholder = new RegExp(`<${state.nonce} i="(\\d+)"></${state.nonce}>`, 'g');
  return html.replace(placeholder, (_, index: string) => state.fragments[Number(index)] ?? '');
}
