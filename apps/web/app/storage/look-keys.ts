/** Session storage: `light` or `dark`, once a reader pressed the theme button. Without it the background they chose to read on decides, else the owner's default. */
export const themeKey = 'theme';

/** In local storage: how a reader wants their text, as five words in one line. See `first-script.ts`. */
export const readingKey = 'reading';

/** In local storage: `vertical` when a reader wants books set in vertical lines. */
export const directionKey = 'bookDirection';

/** In local storage: `false` once a reader chose not to see which sentences others highlighted. */
export const othersHighlightsKey = 'others highlights';
