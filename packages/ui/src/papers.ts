/** --color-paper in sRGB: what colours a browser's own bar and a splash screen may not know oklch. */
export const papers = { light: '#fcf9f5', dark: '#15120f' };
