/** --color-paper in sRGB, for the browser's toolbar and splash screens, which may not support oklch. */
export const papers = { light: '#fcf9f5', dark: '#15120f' };
