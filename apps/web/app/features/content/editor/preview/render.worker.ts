import { renderMarkdown, splitOpening } from '@mojian/markdown';
import { type Block, splitBlocks } from '@mojian/markdown/split-blocks';
import { listForeign } from '../pictures/picture-syntax.ts';

export type RenderRequest = {
  source: string;
  siteOrigin: string;
  sizes: Map<string, { width: number; height: number }>;
  locked: boolean;
};

export type RenderResult = {
  blocks: Block[];
  pictures: string[];
  /** URLs of external pictures, rendered as links. */
  foreign: string[];
  /** Source lines of the opening when the article is locked. */
  openLines: number | undefined;
};

/** Renders in a worker so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
  void draw(data).then(
    (drawn) => postMessage({ drawn }),
    (error) => postMessage({ fault: String(error) }),
  );
});

async function draw({ source, siteOrigin, sizes, locked }: RenderRequest): Promise<RenderResult> {
  const rendered = await renderMarkdown(source, { siteOrigin, pictureSize: (address) => sizes.get(address) });
  const openLines = locked ? linesOf(splitOpening(source).opening) : undefined;
  const foreign = listForeign(source, siteOrigin);
  return { blocks: splitBlocks(rendered), pictures: rendered.pictures, foreign, openLines };
}

function linesOf(text: string) {
  return text === '' ? 0 : text.split('\n').length;
}
