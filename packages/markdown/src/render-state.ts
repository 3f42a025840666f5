import { createIds, type Ids } from './slug.ts';
import type { SetFormula } from './tex.ts';

/** A heading for the table of contents. `text` is plain text, `id` the element's id in the HTML. */
export type Heading = { id: string; text: string; level: 2 | 3 };

/** Intrinsic size of a picture in CSS pixels. */
export type Picture = { width: number; height: number };

export type RenderOptions = {
  /** Size of a picture by its `src`, so that the page does not jump when it arrives. */
  pictureSize?: (src: string) => Picture | undefined;
  /** Origin of this site, such as `https://mojian.example`: links to it stay in the tab. */
  siteOrigin?: string;
  /** A line break in the source breaks the line, as people expect of comments. Without it, only two spaces do. */
  breaks?: boolean;
  /** Put before every id, so that several texts can stand on one page. */
  idPrefix?: string;
};

/** State shared by the rules of one render, passed as markdown-it's `env`. */
export type RenderState = {
  options: RenderOptions;
  /**
   * Unguessable, new for each render. As an attribute it marks an element that our own rules made; as an element it
   * stands for a finished fragment that must not pass the sanitiser. A reader's HTML can therefore claim neither.
   */
  nonce: string;
  fragments: string[];
  ids: Ids;
  headings: Heading[];
  pictures: string[];
  hasDiagram: boolean;
  setFormula: SetFormula | undefined;
};

/** The state of a render that is about to begin. */
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

/** Keeps finished HTML out of the sanitiser's sight and answers with what stands for it until `insertFragments`. */
export function holdFragment(state: RenderState, html: string): string {
  const index = state.fragments.push(html) - 1;
  return `<${state.nonce} i="${index}"></${state.nonce}>`;
}

/** Puts the held fragments in their places in sanitised HTML. */
export function insertFragments(state: RenderState, html: string): string {
  const placeholder = new RegExp(`<${state.nonce} i="(\\d+)"></${state.nonce}>`, 'g');
  return html.replace(placeholder, (_, index: string) => state.fragments[Number(index)] ?? '');
}
