import type { FrameAnswer, FrameOrder } from './diagram-frame.ts';
import frameScript from './diagram-frame.ts?worker&url';

type FrameOptions = { order: () => FrameOrder; onAnswer: (answer: FrameAnswer) => void; signal: AbortSignal };

/**
 * A frame of its own for a diagram: mermaid needs inline styles, and what it draws comes from an author, so it works
 * under another policy and, by `sandbox`, in another origin. Source and picture go to and fro as messages; `again`
 * has it drawn anew, as `order` is then.
 */
export function askFrame({ order, onAnswer, signal }: FrameOptions) {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = '图示';
  frame.src = `/diagram#${frameScript}`;
  // the frame has no origin that could be named; only this window holds it, and the source is no secret
  const again = () => frame.contentWindow?.postMessage(order(), '*');
  const onMessage = ({ source, data }: MessageEvent<FrameAnswer>) => {
    if (source !== frame.contentWindow) return;
    if ('ready' in data) again();
    else onAnswer(data);
  };
  addEventListener('message', onMessage, { signal });
  return { frame, again };
}
