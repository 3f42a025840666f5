const light = {
  seal: '#b83a2b',
  sealDeep: '#9c271b',
  sealFill: '#b83a2b',
  sealFillDeep: '#9c271b',
  sealWash: 'rgba(184, 58, 43, 0.075)',
  celadon: '#316c67',
  ok: '#336f4b',
  warn: '#8f5d14',
  warnWash: '#f9f1e2',
  bad: '#b82131',
  ink: '#26201c',
  ink2: '#524c47',
  ink3: '#6e6862',
  ink4: '#a9a49e',
  paper: '#fcf9f5',
  raised: '#fffefb',
  sunken: '#f5f3ec',
  fold: '#efece3',
  /** Of several on one track the one that is on. */
  chosen: '#fffefb',
  line: '#e1ddd7',
  line2: '#c2bdb5',
  shadow: '0 1px 2px rgba(60, 40, 20, 0.06), 0 12px 40px -8px rgba(60, 40, 20, 0.16)',
};

export type Palette = typeof light;

const dark: Palette = {
  seal: '#ea7961',
  sealDeep: '#f89179',
  sealFill: '#b03c2b',
  sealFillDeep: '#9e2e1f',
  sealWash: 'rgba(234, 121, 97, 0.13)',
  celadon: '#7ab9b1',
  ok: '#78c192',
  warn: '#e1b265',
  warnWash: '#2b2317',
  bad: '#f17776',
  ink: '#e1ddd7',
  ink2: '#b1ada7',
  ink3: '#928f88',
  ink4: '#5b5752',
  paper: '#15120f',
  raised: '#1f1b17',
  sunken: '#1b1814',
  fold: '#2a2621',
  chosen: '#3a352f',
  line: '#2e2b27',
  line2: '#4b4742',
  // a shadow is not seen by night: what floats has an edge
  shadow: '0 0 0 1px #38342f, 0 12px 40px -8px rgba(0, 0, 0, 0.6)',
};

/** The colours of the site's tokens in sRGB, since antd cannot read oklch. */
export const palettes = { light, dark };
