import { openDialog } from '../../core/viewer/open-dialog.tsx';
import { Contents } from './article-body.tsx';
import type { ArticlePage } from './article-page.ts';
import { jumpTo } from './links.ts';
import './article-dialog.css';

/** Opens the contents as a bottom sheet at the current heading. */
export function openContents({ article: { headings }, heading }: ArticlePage) {
  const follow = (event: React.MouseEvent, close: () => void) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    event.preventDefault();
    close();
    jumpTo(link);
  };
  openDialog('目录', 'article-dialog article-contents-sheet', (close) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link inside fires a click
    <div onClick={(event) => follow(event, close)} ref={showCurrent}>
      <h2>目录</h2>
      <Contents headings={headings} current={heading} />
    </div>
  ));
}

function showCurrent(sheet: HTMLElement | null) {
  sheet?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
}
