import { Icon } from '@mojian/ui/icon';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createLens, type Lens } from './lens.ts';
import { openDialog } from './open-dialog.tsx';
import './viewer.css';

/** `onShow`: told of each picture that is shown. */
export function openViewer(pictures: HTMLImageElement[], index: number, onShow?: (index: number) => void) {
  const props = { pictures, first: index, onShow };
  openDialog('看图', 'viewer', (close) => <Viewer {...props} close={close} />);
}

type Props = {
  pictures: HTMLImageElement[];
  first: number;
  onShow: ((index: number) => void) | undefined;
  close: () => void;
};

/** Full-screen viewer of a text's pictures, always dark. */
function Viewer({ pictures, first, onShow, close }: Props) {
  const [index, setIndex] = useState(first);
  const [scale, setScale] = useState(1);
  const stage = useRef<HTMLElement>(null);
  const lens = useRef<Lens>(null);
  const picture = pictures[index];
  const go = (step: number) => setIndex((at) => Math.min(pictures.length - 1, Math.max(0, at + step)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: creates a lens for each picture
  useEffect(() => {
    const image = stage.current?.querySelector('img');
    if (!stage.current || !image) return;
    lens.current = createLens(stage.current, image, { onScale: setScale, onSwipe: go, onAway: close });
    return lens.current.stop;
  }, [index]);
  const [showsCamera, setShowsCamera] = useState(false);
  const toggleCamera = () => setShowsCamera((on) => !on);
  useLensKeys(lens, { ArrowLeft: () => go(-1), ArrowRight: () => go(1), i: toggleCamera });
  useNeighbours(pictures, index);
  useEffect(() => onShow?.(index), [onShow, index]);

  if (!picture) return null;
  const { words, place } = captionOf(picture);
  const { camera } = picture.dataset;
  return (
    <>
      <ViewerHead
        scale={scale}
        lens={lens}
        address={picture.src}
        close={close}
        beside={camera && <CameraButton showsCamera={showsCamera} toggleCamera={toggleCamera} />}
      >
        {pictures.length > 1 && (
          <>
            <b>{index + 1}</b> / {pictures.length}
          </>
        )}
      </ViewerHead>
      <figure ref={stage}>
        <img key={index} src={picture.src} alt={picture.alt || `第 ${index + 1} 张图`} draggable={false} />
        {index > 0 && <Control icon="left" label="上一张" className="viewer-go viewer-back" onClick={() => go(-1)} />}
        {index < pictures.length - 1 && (
          <Control icon="right" label="下一张" className="viewer-go" onClick={() => go(1)} />
        )}
      </figure>
      <div className="viewer-bottom">
        <div className="viewer-caption">
          <p className="viewer-words">{words}</p>
          {place && <p>{place}</p>}
          {showsCamera && camera && <p className="viewer-camera">{camera}</p>}
        </div>
        {pictures.length > 1 && <Strip pictures={pictures} index={index} choose={setIndex} />}
      </div>
    </>
  );
}

type StripProps = { pictures: HTMLImageElement[]; index: number; choose: (index: number) => void };

function Strip({ pictures, index, choose }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each change of the picture
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index]);
  return (
    <div className="viewer-strip" ref={strip}>
      {pictures.map((picture, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice, and the order never changes
        <button key={at} type="button" aria-current={at === index ? 'true' : undefined} onClick={() => choose(at)}>
          <img src={picture.currentSrc || picture.src} alt={`第 ${at + 1} 张`} />
        </button>
      ))}
    </div>
  );
}

/** Fetches the pictures before and after, so that a change shows at once. */
function useNeighbours(pictures: HTMLImageElement[], index: number) {
  useEffect(() => {
    for (const near of [pictures[index + 1], pictures[index - 1]]) if (near) new Image().src = near.src;
  }, [pictures, index]);
}

/** Caption with its place, of a row the picture's own, else the alt text. */
function captionOf(picture: HTMLImageElement) {
  const own = picture.closest('.photo-row') ? picture.title : '';
  const bar = own.lastIndexOf('｜');
  if (own) return bar < 0 ? { words: own, place: '' } : { words: own.slice(0, bar), place: own.slice(bar + 1) };
  const caption = picture.closest('figure')?.querySelector('figcaption');
  const place = caption?.querySelector('.photo-place')?.textContent ?? '';
  const all = caption?.textContent ?? '';
  return { words: (place ? all.slice(0, -place.length) : all) || picture.alt, place };
}

/** Shows what the camera noted. */
function CameraButton({ showsCamera, toggleCamera }: { showsCamera: boolean; toggleCamera: () => void }) {
  return (
    <button
      type="button"
      className="viewer-tell"
      aria-pressed={showsCamera}
      aria-keyshortcuts="i"
      onClick={toggleCamera}
    >
      参数
    </button>
  );
}

type HeadProps = {
  scale: number;
  lens: RefObject<Lens | null>;
  /** Address for saving and rotating a picture. */
  address?: string;
  close: () => void;
  /** Before the buttons. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Title, scale and buttons of a viewer. */
export function ViewerHead({ scale, lens, address, close, beside, children }: HeadProps) {
  return (
    <div className="viewer-top sub">
      <span aria-live="polite">{children}</span>
      <span className="row push">
        {beside}
        <Control icon="minus" label="缩小" onClick={() => lens.current?.zoom(1 / 1.5)} />
        <span className="viewer-scale">{Math.round(scale * 100)}%</span>
        <Control icon="plus" label="放大" onClick={() => lens.current?.zoom(1.5)} />
        {address && (
          <>
            <Control icon="rot" label="旋转" onClick={() => lens.current?.turn()} />
            <a className="icon-button" href={address} download aria-label="下载">
              <Icon name="down2" />
            </a>
          </>
        )}
        <Control icon="x" label="关闭" onClick={close} />
      </span>
    </div>
  );
}

type ControlProps = { icon: string; label: string; className?: string; onClick: () => void };

function Control({ icon, label, className = '', onClick }: ControlProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Plus and minus zoom, 0 fits; `more` maps further keys. */
export function useLensKeys(lens: RefObject<Lens | null>, more: Record<string, () => void>) {
  useEffect(() => {
    const acts: Record<string, () => void> = {
      '+': () => lens.current?.zoom(1.5),
      '=': () => lens.current?.zoom(1.5),
      '-': () => lens.current?.zoom(1 / 1.5),
      '0': () => lens.current?.reset(),
      ...more,
    };
    const onKey = ({ key }: KeyboardEvent) => acts[key]?.();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
