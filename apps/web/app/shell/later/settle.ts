import { mendPictures } from '../../ui/mend-pictures.ts';

/** What watches over the page from its first moment to its last. Called once. */
export function settle() {
  mendPictures();
  colourBrowser();
}

/** Keeps the browser's own bar in the colour of the paper, by day and by night. */
function colourBrowser() {
  const follow = () => {
    const paper = getComputedStyle(document.body).backgroundColor;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
  };
  follow();
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}
