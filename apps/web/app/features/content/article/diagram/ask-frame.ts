import type { FrameAnswer, FrameOrder } from './diagram-frame.ts';
import frameScript from './diagram-frame.ts?worker&url';

type FrameOptions = { order: () => FrameOrder; onAnswer: (answer: FrameAnswer) => void; signal: AbortSignal };

/**
 * Loads a diagram's frame. mermaid needs inline styles and draws an author's input, so it runs under a CSP of its own
 * and, by `sandbox`, in an opaque origin. Source and drawing are exchanged as messages; `again` redraws with the
 * present `order`.
 */
export function askFrame({ order, onAnswer, signal }: FrameOptions) {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = '图示';
  frame.src = `/diagram#${frameScript}`;
  // an opaque origin cannot be named as target; only this window holds the frame, and the source is no secret
  const again = () => frame.contentWindow?.postMessage(order(), '*');
  const onMessage = ({ source, data }: MessageEvent<FrameAnswer>) => {
    if (source !== frame.contentWindow) return;
    if ('ready' in data) again();
    else onAnswer(data);
  };
  addEventListener('message', onMessage, { signal });
  return { frame, again };
}
