import { useEffect, useRef, useState } from 'react';
import { createLens, type Lens } from '../../../core/viewer/lens.ts';
import { openDialog } from '../../../core/viewer/open-dialog.tsx';
import { useLensKeys, ViewerHead } from '../../../core/viewer/viewer.tsx';
import { askFrame } from './ask-frame.ts';
import '../../../core/viewer/viewer.css';

/** Largest initial scale. */
const largest = 2;
/** Smallest readable scale. */
const readable = 0.6;
/** CSS pixels moved by an arrow key. */
const step = 80;

export function enlargeDiagram(source: string) {
  openDialog('看图', 'viewer', (close) => <LargeDiagram source={source} close={close} />);
}

function LargeDiagram({ source, close }: { source: string; close: () => void }) {
  const [scale, setScale] = useState(1);
  const stage = useRef<HTMLElement>(null);
  const lens = useRef<Lens>(null);
  const latestClose = useRef(close);
  latestClose.current = close;

  useEffect(() => {
    const place = stage.current;
    if (!place) return;
    const ending = new AbortController();
    const { frame } = askFrame({
      signal: ending.signal,
      // always dark, as the viewer is
      order: () => ({ source, theme: 'dark', whole: true }),
      onAnswer: (answer) => {
        if ('width' in answer && lens.current) lookAt(lens.current, { frame, place, size: answer });
      },
    });
    place.append(frame);
    lens.current = createLens(place, frame, {
      onScale: setScale,
      onSwipe: () => {},
      onAway: () => latestClose.current(),
    });
    return () => {
      ending.abort();
      lens.current?.stop();
      frame.remove();
    };
  }, [source]);
  useLensKeys(lens, {
    ArrowLeft: () => lens.current?.move({ x: step, y: 0 }),
    ArrowRight: () => lens.current?.move({ x: -step, y: 0 }),
    ArrowUp: () => lens.current?.move({ x: 0, y: step }),
    ArrowDown: () => lens.current?.move({ x: 0, y: -step }),
  });
  return (
    <>
      <ViewerHead scale={scale} lens={lens} close={close}>
        图示
      </ViewerHead>
      <figure ref={stage} />
      <div className="viewer-bottom">
        <p className="viewer-cap">{isTouch() ? '两指缩放，拖动移动' : '滚轮缩放，拖动移动，Esc 关闭'}</p>
      </div>
    </>
  );
}

const isTouch = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

type DiagramView = { frame: HTMLIFrameElement; place: HTMLElement; size: { width: number; height: number } };

/** Fits the diagram; one too large to be readable starts at its top left at natural size. */
function lookAt(lens: Lens, { frame, place, size: { width, height } }: DiagramView) {
  const margin = 24;
  const across = place.clientWidth - 2 * Number.parseFloat(getComputedStyle(place).paddingLeft) - margin;
  const share = Math.min(largest, across / width, (place.clientHeight - margin) / height);
  frame.style.width = `${Math.round(width * share)}px`;
  frame.style.height = `${Math.round(height * share)}px`;
  if (share >= readable) return;
  lens.zoom(1 / share);
  lens.move({ x: Math.max(0, (width - across) / 2), y: Math.max(0, (height - place.clientHeight + margin) / 2) });
}
