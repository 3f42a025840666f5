import type { EditorView } from '@codemirror/view';
import { isGated } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { allowsDropCap } from '../../article/article-body.tsx';
import type { EditorDeps, Writing } from '../context.ts';
import { ForeignPictures } from '../pictures/foreign-pictures.tsx';
import { elementOf, type RenderedBlock, useBlocks } from './blocks.ts';
import type { PictureSizes } from './picture-sizes.ts';
import { useRendered } from './render.ts';
import { syncScroll, useClickToEdit } from './sync-scroll.ts';
import '../../article/photographs.css';
import './preview.css';

type Props = {
  writing: Writing;
  view: EditorView | null;
  sizes: PictureSizes;
  deps: EditorDeps;
};

export function PreviewPane({ writing, view, sizes, deps }: Props) {
  const { title, markdown, readType } = writing.content;
  const take = (url: string) => deps.reading.files.take({ body: { url } });
  const editable = writing.readOnly ? null : view;
  return (
    <section className="desk-look" aria-label="预览">
      <Preview
        title={title}
        markdown={writing.markdown}
        version={markdown}
        siteOrigin={deps.siteOrigin}
        locked={isGated(readType)}
        sizes={sizes}
        view={view}
        notice={(foreign) => (
          <ForeignPictures foreign={foreign} view={editable} take={take} onArrived={sizes.remember} />
        )}
      />
    </section>
  );
}

type PreviewProps = {
  title: string;
  /** Reads the newest text; `version` changes with each edit. */
  markdown: () => string;
  version: unknown;
  siteOrigin: string;
  locked: boolean;
  sizes: PictureSizes;
  /** Editor to synchronize scrolling with. */
  view: EditorView | null;
  /** Rendered above the text with the URLs of external pictures. */
  notice?: (foreign: string[]) => React.ReactNode;
};

/** Renders the article in a worker with the package used by the server. */
function Preview({ title, view, notice, ...source }: PreviewProps) {
  const pane = useRef<HTMLDivElement>(null);
  const prose = useRef<HTMLDivElement>(null);
  const { drawn, isTooLong, failed, retry } = useRendered({ ...source, siteOrigin: new URL(source.siteOrigin).origin });
  const shown = useBlocks(prose, drawn?.blocks);
  const pick = useClickToEdit({ view, pane, prose, shown });
  const follow = useRef<() => void>(undefined);
  useEffect(() => {
    if (!view || !pane.current || !prose.current) return;
    const sync = syncScroll({ view, pane: pane.current, prose: prose.current, shown: () => shown.current });
    follow.current = sync.follow;
    return sync.stop;
  }, [view, shown]);
  usePlayers(prose, drawn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render, which moves the text
  useEffect(() => void follow.current?.(), [drawn]);

  const isCapped = drawn !== undefined && allowsDropCap(drawn.blocks[0]?.html ?? '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click only moves the caret in the editor, which handles the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves the caret in the editor itself
    <div className="preview" ref={pane} onClick={pick} aria-busy={!drawn && !failed && !isTooLong}>
      <p className="label">预览，与发布后一致</p>
      {isTooLong && (
        <p className="preview-failed row row-wrap type-small sub" role="status">
          <Icon name="warn" />
          <span>正文太长，预览已暂停更新。分成几篇就会恢复。</span>
        </p>
      )}
      {failed && <PreviewFailed again={retry} />}
      {drawn && notice?.(drawn.foreign)}
      <h1 className={title.trim() === '' ? 'preview-untitled' : undefined}>{title.trim() || '还没有标题'}</h1>
      <div className={isCapped ? 'prose prose-capped' : 'prose'} ref={prose} />
      {drawn?.openLines !== undefined && (
        <OpeningEnd openLines={drawn.openLines} shown={shown} prose={prose} version={drawn} />
      )}
    </div>
  );
}

/** Plays recordings and films of the preview by the controls that readers have. */
function usePlayers(prose: RefObject<HTMLElement | null>, drawn: object | undefined) {
  useEffect(() => void import('../../article/media.css'), []);
  useEffect(() => {
    const text = prose.current;
    if (!drawn || !text?.querySelector('.media-sound, .media-film')) return;
    const leaving = new AbortController();
    void import('../../article/players.ts').then(({ readyPlayers }) => readyPlayers(text, leaving.signal));
    return () => leaving.abort();
  }, [prose, drawn]);
}

function PreviewFailed({ again }: { again: () => void }) {
  return (
    <p className="preview-failed row row-wrap type-small sub" role="alert">
      <Icon name="warn" />
      <span>预览加载失败。文字都在，可以继续写。</span>
      <button type="button" className="btn btn-sm" onClick={again}>
        重试
      </button>
    </p>
  );
}

type OpeningEndProps = {
  /** Source lines of the public opening. */
  openLines: number;
  shown: RefObject<RenderedBlock[]>;
  prose: RefObject<HTMLElement | null>;
  version: unknown;
};

/** Overlay line at the end of the public opening. */
function OpeningEnd({ openLines, shown, prose, version }: OpeningEndProps) {
  const [top, setTop] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render, which moves the line
  useLayoutEffect(() => {
    const text = prose.current;
    if (!text) return;
    const place = () => setTop(endOf(shown.current, openLines, text));
    const watcher = new ResizeObserver(place);
    watcher.observe(text);
    place();
    return () => watcher.disconnect();
  }, [openLines, shown, prose, version]);
  if (top === undefined) return null;
  return (
    <p className="preview-opening-end" style={{ top }}>
      <span>{openLines === 0 ? '全文要解锁才能读' : '以上人人可读，以下要解锁'}</span>
    </p>
  );
}

function endOf(shown: RenderedBlock[], openLines: number, prose: HTMLElement): number {
  const last = shown.findLast(({ line }) => line < openLines);
  const element = last && elementOf(last);
  return element ? element.offsetTop + element.offsetHeight : prose.offsetTop;
}
