import { offerCopies } from '@mojian/contract/core/picture-set';
import { longestArticle } from '@mojian/contract/platform/rules';
import { layMedia } from '@mojian/markdown/lay-media';
import { layPhotographs } from '@mojian/markdown/photographs';
import type { Block } from '@mojian/markdown/split-blocks';
import { learnShown, withShownPictures } from '@mojian/ui/shown-pictures';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PictureSizes } from './picture-sizes.ts';
import type { RenderReply, RenderRequest, RenderResult } from './render.worker.ts';

/** Debounce after the last key, and the maximum after the first. */
const debounceMs = 90;
const maxDebounceMs = 600;

type DrawnOptions = {
  /** Reads the newest text at render time. */
  markdown: () => string;
  version: unknown;
  siteOrigin: string;
  locked: boolean;
  sizes: PictureSizes;
};

type RenderedPreview = {
  drawn: RenderResult | undefined;
  /** Text exceeds the limit; the last render stays. */
  isTooLong: boolean;
  failed: boolean;
  retry: () => void;
};

/** Renders the text with a debounce. */
export function useRendered({ markdown, version, siteOrigin, locked, sizes }: DrawnOptions): RenderedPreview {
  const [drawn, setDrawn] = useState<RenderResult>();
  const [failed, setFailed] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const [drawing] = useState(() => ({ renderer: createRenderer(), isBusy: false, isStale: false, since: 0 }));
  const latest = useRef({ markdown, siteOrigin, locked });
  latest.current = { markdown, siteOrigin, locked };
  useEffect(() => () => drawing.renderer.close(), [drawing]);

  const draw = useCallback(async () => {
    drawing.since = 0;
    drawing.isStale = drawing.isBusy;
    if (drawing.isBusy) return; // queues another render after the running one
    const { markdown: read, ...order } = latest.current;
    const source = read();
    setTooLong(source.length > longestArticle);
    if (source.length > longestArticle) return;
    drawing.isBusy = true;
    try {
      const done = await drawing.renderer.draw({ ...order, source, sizes: sizes.known });
      setDrawn(withShown(done, sizes));
      setFailed(false);
      void Promise.all([sizes.learn(done.pictures), learnShown(done.pictures)]).then((learnt) =>
        learnt.includes(true) ? draw() : undefined,
      );
    } catch (error) {
      console.warn('预览没有画出来', error);
      setFailed(true);
    }
    drawing.isBusy = false;
    if (drawing.isStale) void draw();
  }, [drawing, sizes]);

  useEffect(() => sizes.watch(() => void draw()), [sizes, draw]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of text or options
  useEffect(() => {
    drawing.since ||= performance.now();
    const left = Math.max(0, Math.min(debounceMs, drawing.since + maxDebounceMs - performance.now()));
    const timer = setTimeout(draw, left);
    return () => clearTimeout(timer);
  }, [draw, drawing, version, siteOrigin, locked]);
  return { drawn, isTooLong, failed, retry: () => void draw() };
}

function withShown(drawn: RenderResult, sizes: PictureSizes): RenderResult {
  return {
    ...drawn,
    blocks: drawn.blocks.map((block) => {
      const html = /<(?:img|a) /.test(block.html) ? layMedia(block.html, sizes.findAttachment) : block.html;
      if (/<(?:img|audio|video) /.test(html))
        return { ...block, html: offerCopies(layPhotographs(withShownPictures(html))) };
      return html === block.html ? block : { ...block, html };
    }),
  };
}

/** Timeout of one render; the worker is restarted after it. */
const renderTimeoutMs = 30_000;

type Renderer = {
  /** Renders one text. @throws when the worker fails or times out. */
  draw: (order: RenderRequest) => Promise<RenderResult>;
  close: () => void;
};

/** Renders in a worker, which is started for the first request. */
function createRenderer(): Renderer {
  let worker: Worker | undefined;
  let blocks: Block[] = []; // as the worker replied last
  const close = () => {
    worker?.terminate();
    worker = undefined;
    blocks = [];
  };
  const complete = ({ head, tail, changed, lines, ...rest }: RenderReply): RenderResult => {
    const all = [...blocks.slice(0, head), ...changed, ...blocks.slice(blocks.length - tail)];
    blocks = all.map((block, index) => withLine(block, lines[index] ?? 0));
    return { ...rest, blocks };
  };
  const ask = (order: RenderRequest) =>
    new Promise<RenderResult>((resolve, reject) => {
      worker ??= new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module' });
      const late = setTimeout(reject, renderTimeoutMs, new Error('the preview took too long'));
      worker.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.drawn) resolve(complete(data.drawn));
        else reject(new Error(data.fault));
      };
      worker.onerror = ({ message }) => {
        clearTimeout(late);
        reject(new Error(message || 'the preview could not be loaded'));
      };
      worker.postMessage(order);
    });
  return {
    close,
    draw: (order) =>
      ask(order).catch((error) => {
        close();
        throw error;
      }),
  };
}

/** Moves a block to a line; returns the same object where it is there already, to leave nothing to collect. */
export const withLine = <Kind extends Block>(block: Kind, line: number): Kind =>
  block.line === line ? block : { ...block, line };
