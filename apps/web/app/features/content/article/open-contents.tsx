import type { ArticleHeading } from '@mojian/contract/content/articles';
import { openDialog } from '../../core/viewer/open-dialog.tsx';
import { Contents } from './article-body.tsx';
import { jumpTo } from './links.ts';
import './article-dialog.css';

/** Opens the contents as a bottom sheet at the current heading. */
export function openContents(headings: ArticleHeading[]) {
  const current = document.querySelector('.article-contents [aria-current]')?.getAttribute('href');
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
    <div onClick={(event) => follow(event, close)} ref={(list) => markCurrent(list, current)}>
      <h2>目录</h2>
      <Contents headings={headings} />
    </div>
  ));
}

function markCurrent(list: HTMLElement | null, current: string | null | undefined) {
  const link = current && list?.querySelector<HTMLElement>(`a[href="${current}"]`);
  if (!link) return;
  link.setAttribute('aria-current', 'true');
  link.scrollIntoView({ block: 'center' });
}
