import { kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import { type Picture, renderMarkdown, splitOpening } from '@mojian/markdown';
import { type Block, countSame, splitBlocks } from '@mojian/markdown/split-blocks';
import { listForeign } from '../pictures/picture-syntax.ts';

export type RenderRequest = {
  source: string;
  siteOrigin: string;
  sizes: Map<string, Picture>;
  locked: boolean;
};

export type RenderResult = {
  blocks: Block[];
  /** Addresses of pictures and other files. */
  pictures: string[];
  /** URLs of external pictures, rendered as links. */
  foreign: string[];
  /** Source lines of the opening when the article is locked. */
  openLines: number | undefined;
};

/** Result as it is sent: only what changed, since each key would leave hundreds of strings to collect. */
export type RenderReply = Omit<RenderResult, 'blocks'> &
  ReturnType<typeof countSame> & {
    /** Blocks between those at both ends that are as in the reply before. */
    changed: Block[];
    /** Source line of every block. */
    lines: number[];
  };

/** Blocks of the last reply. */
let replied: Block[] = [];

/** Renders in a worker so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
  void draw(data).then(
    (drawn) => postMessage({ drawn }),
    (error) => postMessage({ fault: String(error) }),
  );
});

async function draw({ source, siteOrigin, sizes, locked }: RenderRequest): Promise<RenderReply> {
  const rendered = await renderMarkdown(source, { siteOrigin, pictureSize: (address) => sizes.get(address) });
  const openLines = locked ? linesOf(splitOpening(source).opening) : undefined;
  const foreign = listForeign(source, siteOrigin);
  const blocks = splitBlocks(rendered);
  const { head, tail } = countSame(replied, blocks);
  replied = blocks;
  const changed = blocks.slice(head, blocks.length - tail);
  const lines = blocks.map(({ line }) => line);
  const files = (source.match(/\/files\/[\w/]{1,80}\.\w{3,4}/g) ?? []).filter(kindOfAttachment);
  return { head, tail, changed, lines, pictures: [...rendered.pictures, ...files], foreign, openLines };
}

function linesOf(text: string) {
  return text === '' ? 0 : text.split('\n').length;
}
