import type { EditorView } from '@codemirror/view';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { startsWithLetter } from '../../article/article-body.tsx';
import { OpeningEnd } from './opening-end.tsx';
import type { PictureSizes } from './picture-sizes.ts';
import { syncScroll } from './sync-scroll.ts';
import { useBlocks } from './use-blocks.ts';
import { useDrawn } from './use-drawn.ts';
import { usePicking } from './use-picking.ts';
import './preview.css';

type Props = {
  title: string;
  /** The newest text, and anything that is another one after each change of it. */
  markdown: () => string;
  version: unknown;
  /** The site's address: links to it stay in the tab, and only its pictures are shown. */
  siteOrigin: string;
  /** Whether only an opening may be read by everybody. */
  locked: boolean;
  sizes: PictureSizes;
  /** The editor it scrolls along with. */
  view: EditorView | null;
  /** Shown above the text, given the pictures that lie elsewhere. */
  notice?: (foreign: string[]) => React.ReactNode;
};

/** What the published page will show, drawn by the same package in a worker. */
export function Preview({ title, view, notice, ...given }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const prose = useRef<HTMLDivElement>(null);
  const { drawn, isTooLong, failed, retry } = useDrawn({ ...given, siteOrigin: new URL(given.siteOrigin).origin });
  const shown = useBlocks(prose, drawn?.blocks);
  const pick = usePicking({ view, pane, prose, shown });
  const follow = useRef<() => void>(undefined);
  useEffect(() => {
    if (!view || !pane.current || !prose.current) return;
    const sync = syncScroll({ view, pane: pane.current, prose: prose.current, shown: () => shown.current });
    follow.current = sync.follow;
    return sync.stop;
  }, [view, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew has grown or moved
  useEffect(() => void follow.current?.(), [drawn]);

  const isCapped = drawn !== undefined && startsWithLetter(drawn.blocks[0]?.html ?? '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click only follows up in the editor, where the keyboard is already
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className="preview" ref={pane} onClick={pick} aria-busy={!drawn && !failed && !isTooLong}>
      <p className="label">预览，与发布后一致</p>
      {isTooLong && (
        <p className="preview-failed" role="status">
          <Icon name="warn" />
          <span>正文太长，预览已暂停更新。分成几篇就会恢复。</span>
        </p>
      )}
      {failed && <PreviewFailed again={retry} />}
      {drawn && notice?.(drawn.foreign)}
      <h1 className={title.trim() === '' ? 'untitled' : undefined}>{title.trim() || '还没有标题'}</h1>
      <div className={isCapped ? 'prose capped' : 'prose'} ref={prose} />
      {drawn?.openLines !== undefined && (
        <OpeningEnd openLines={drawn.openLines} shown={shown} prose={prose} version={drawn} />
      )}
    </div>
  );
}

function PreviewFailed({ again }: { again: () => void }) {
  return (
    <p className="preview-failed" role="alert">
      <Icon name="warn" />
      <span>预览加载失败。文字都在，可以继续写。</span>
      <button type="button" className="btn sm" onClick={again}>
        重试
      </button>
    </p>
  );
}
