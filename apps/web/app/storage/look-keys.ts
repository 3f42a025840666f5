/** In session storage: the theme a reader chose. Without one it is that of their paper, or the owner's. */
export const themeKey = 'theme';

/** In local storage: how a reader wants their text, as four words in one line. See `first-script.ts`. */
export const readingKey = 'reading';
