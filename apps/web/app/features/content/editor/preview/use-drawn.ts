import { longestArticle } from '@mojian/contract/platform/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { learnShown, withShownPictures } from '../../../../ui/shown-pictures.ts';
import type { PictureSizes } from './picture-sizes.ts';
import type { Drawn } from './render.worker.ts';
import { createRenderer } from './renderer.ts';

/** Milliseconds after the last key, and at most after the first, until the preview follows. */
const rest = 90;
const longestRest = 600;

type Given = {
  /** The newest text. It is asked for when it is drawn, not with every key. */
  markdown: () => string;
  /** Anything that is another one after each change. */
  version: unknown;
  siteOrigin: string;
  locked: boolean;
  sizes: PictureSizes;
};

export type Preview = {
  drawn: Drawn | undefined;
  /** The text is longer than any that can be published: what was drawn before it stays. */
  isTooLong: boolean;
  failed: boolean;
  retry: () => void;
};

/** The text as its page will show it, a moment behind the typing. */
export function useDrawn({ markdown, version, siteOrigin, locked, sizes }: Given): Preview {
  const [drawn, setDrawn] = useState<Drawn>();
  const [failed, setFailed] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const [drawing] = useState(() => ({ renderer: createRenderer(), isBusy: false, isStale: false, since: 0 }));
  const latest = useRef({ markdown, siteOrigin, locked });
  latest.current = { markdown, siteOrigin, locked };
  useEffect(() => () => drawing.renderer.close(), [drawing]);

  const draw = useCallback(async () => {
    drawing.since = 0;
    drawing.isStale = drawing.isBusy;
    if (drawing.isBusy) return; // the one under way is followed by another
    const { markdown: read, ...order } = latest.current;
    const source = read();
    setTooLong(source.length > longestArticle);
    if (source.length > longestArticle) return;
    drawing.isBusy = true;
    try {
      const done = await drawing.renderer.draw({ ...order, source, sizes: sizes.known });
      setDrawn(withShown(done));
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to draw
  useEffect(() => {
    drawing.since ||= performance.now();
    const left = Math.max(0, Math.min(rest, drawing.since + longestRest - performance.now()));
    const timer = setTimeout(draw, left);
    return () => clearTimeout(timer);
  }, [draw, drawing, version, siteOrigin, locked]);
  return { drawn, isTooLong, failed, retry: () => void draw() };
}

function withShown(drawn: Drawn): Drawn {
  return { ...drawn, blocks: drawn.blocks.map((block) => ({ ...block, html: withShownPictures(block.html) })) };
}
