import { renderMarkdown, splitOpening } from '@mojian/markdown';
import { type Block, splitBlocks } from '@mojian/markdown/split-blocks';
import { listForeign } from '../pictures/picture-syntax.ts';

export type Order = {
  source: string;
  siteOrigin: string;
  /** Known sizes of pictures, by address. */
  sizes: Map<string, { width: number; height: number }>;
  /** Whether only an opening may be read by all. */
  locked: boolean;
};

export type Drawn = {
  blocks: Block[];
  pictures: string[];
  /** Addresses of pictures that lie elsewhere: readers get links instead. */
  foreign: string[];
  /** Source lines that everybody may read, when the article is locked. */
  openLines: number | undefined;
};

/** Draws what the article page will show, beside the page, so that typing never waits for it. */
addEventListener('message', ({ data }: MessageEvent<Order>) => {
  void draw(data).then(
    (drawn) => postMessage({ drawn }),
    (error) => postMessage({ fault: String(error) }),
  );
});

async function draw({ source, siteOrigin, sizes, locked }: Order): Promise<Drawn> {
  const rendered = await renderMarkdown(source, { siteOrigin, pictureSize: (address) => sizes.get(address) });
  const openLines = locked ? linesOf(splitOpening(source).opening) : undefined;
  const foreign = listForeign(source, siteOrigin);
  return { blocks: splitBlocks(rendered), pictures: rendered.pictures, foreign, openLines };
}

function linesOf(text: string) {
  return text === '' ? 0 : text.split('\n').length;
}
