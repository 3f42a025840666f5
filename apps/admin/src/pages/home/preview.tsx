import { Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import type { HomeSettings } from './changes.ts';
import './preview.css';

const widths = { desktop: 1280, phone: 390 } as const;
type Device = keyof typeof widths;
type Theme = 'light' | 'dark';

/** Milliseconds without a further change before the page is asked for. */
const restFor = 250;

/**
 * The real home page with settings that are not saved. The last picture stays until the next one is there. Its scripts
 * do not run, so that it counts as nobody's visit and leads nowhere.
 */
export function Preview({ value, canPreview }: { value: HomeSettings; canPreview: boolean }) {
  const [device, setDevice] = useState<Device>(() => (matchMedia('(width <= 700px)').matches ? 'phone' : 'desktop'));
  const [theme, setTheme] = useState<Theme>('light');
  const { address, failure } = useAddress(value, canPreview);
  return (
    <section className="card preview" aria-label="预览">
      <header>
        <h2>预览</h2>
        <span className="row row-wrap">
          <Segmented
            aria-label="预览的宽度"
            options={[
              { value: 'desktop', label: '桌面' },
              { value: 'phone', label: '手机' },
            ]}
            value={device}
            onChange={setDevice}
          />
          <Segmented
            aria-label="预览的主题"
            options={[
              { value: 'light', label: '日' },
              { value: 'dark', label: '夜' },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </span>
      </header>
      {failure && (
        <p className="preview-failure" role="alert">
          {failure}
        </p>
      )}
      <Frames key={device} address={address} width={widths[device]} theme={theme} />
    </section>
  );
}

/** Address of the page with the present settings, once they rest; whoever may change nothing sees the page as it is. */
function useAddress(value: HomeSettings, canPreview: boolean) {
  const [address, setAddress] = useState(canPreview ? '' : '/');
  const [failure, setFailure] = useState('');
  const settings = JSON.stringify(value);
  useEffect(() => {
    if (!canPreview) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const { ticket } = await api.home.preview({ body: { value: JSON.parse(settings) as Record<string, unknown> } });
        if (!isCurrent) return;
        setAddress(`/?preview=${ticket}`);
        setFailure('');
      } catch (error) {
        if (isCurrent) setFailure(errorText(error));
      }
    }, restFor);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [settings, canPreview]);
  return { address, failure };
}

type FramesProps = { address: string; width: number; theme: Theme };

/** The page that is shown, and behind it the one that is loading. */
function Frames({ address, width, theme }: FramesProps) {
  const [shown, setShown] = useState('');
  const box = useRef<HTMLElement>(null);
  const scale = useScale(box, width);
  const addresses = [...new Set([shown, address])].filter(Boolean);
  return (
    <section
      className="preview-frame"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      aria-label="首页的样子，可以滚动"
      aria-busy={shown !== address}
    >
      {addresses.map((one) => (
        <PageFrame
          key={one}
          address={one}
          width={width}
          scale={scale}
          theme={theme}
          isShown={one === shown}
          onReady={() => setShown(one)}
        />
      ))}
    </section>
  );
}

/** Scale at which a page of this width fits into the box; a phone's is not enlarged. */
function useScale(box: React.RefObject<HTMLElement | null>, width: number) {
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, width]);
  return scale;
}

type PageFrameProps = {
  address: string;
  width: number;
  scale: number;
  theme: Theme;
  isShown: boolean;
  onReady: () => void;
};

function PageFrame({ address, width, scale, theme, isShown, onReady }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const paint = () => {
    const page = frame.current?.contentDocument?.documentElement;
    if (page) page.dataset.theme = theme;
    return page;
  };
  useEffect(() => void paint());
  const onLoad = () => {
    const page = paint();
    if (!page || frame.current?.contentWindow?.location.pathname !== '/') return;
    setHeight(page.scrollHeight);
    onReady();
  };
  return (
    <div
      className={isShown ? 'preview-page' : 'preview-page preview-page-loading'}
      style={{ width: width * scale, height: height * scale }}
    >
      <iframe
        ref={frame}
        title={isShown ? '首页预览' : '正在取新的预览'}
        src={address}
        sandbox="allow-same-origin"
        inert
        style={{ width, height: height || 900, transform: `scale(${scale})` }}
        onLoad={onLoad}
      />
    </div>
  );
}
