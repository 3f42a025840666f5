import type { Theme } from '@mojian/contract/platform/rules';
import { followDevice } from '../theme.ts';
import { mendPictures } from './mend-pictures.ts';

/** What watches over the page from its first moment to its last. Called once. `theme`: the owner's. */
export function settle(theme: Theme) {
  mendPictures();
  colourBrowser();
  if (theme === 'system') followDevice();
}

/** Keeps the browser's own bar in the colour of the paper, by day and by night. */
function colourBrowser() {
  const follow = () => {
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', paper);
  };
  follow();
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-paper'] });
}
