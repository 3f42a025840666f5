import { type ThemeConfig, theme } from 'antd';

const sizes = {
  borderRadius: 6,
  borderRadiusLG: 10,
  borderRadiusSM: 4,
  controlHeight: 34,
  controlHeightSM: 28,
  controlHeightLG: 40,
  fontSize: 14,
  lineHeight: 1.5714,
  fontSizeHeading3: 24,
};

/** Larger targets for fingers; inputs below 16 px make iOS zoom in. */
const phoneSizes = { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 };
const phoneComponents: ThemeConfig['components'] = {
  Input: { inputFontSize: 16 },
  InputNumber: { inputFontSize: 16 },
  Segmented: { controlHeight: 48 }, // includes the track
};

const fonts = {
  fontFamily:
    '"PingFang SC", "HarmonyOS Sans SC", MiSans, "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif',
  fontFamilyCode: 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, monospace',
};

const motions = {
  motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.25s',
};

export function antdTheme(name: 'light' | 'dark', { palette = palettes[name], isPhone = false } = {}): ThemeConfig {
  const algorithm = name === 'light' ? theme.defaultAlgorithm : theme.darkAlgorithm;
  return {
    algorithm,
    token: { ...tokensOf(palette), ...(isPhone && phoneSizes) },
    components: isPhone ? withPhoneComponents(componentsOf(palette)) : componentsOf(palette),
  };
}

function withPhoneComponents(components: ThemeConfig['components']): ThemeConfig['components'] {
  return { ...components, ...phoneComponents, Segmented: { ...components?.Segmented, ...phoneComponents?.Segmented } };
}

function tokensOf(palette: Palette): ThemeConfig['token'] {
  return { ...coloursOf(palette), ...sizes, ...fonts, ...shadowsOf(palette), ...motions, wireframe: false };
}

function coloursOf(palette: Palette): ThemeConfig['token'] {
  const { seal, sealFill, sealFillDeep, sealDeep, sealWash, ink, paper, raised, sunken, fold, line } = palette;
  return {
    colorPrimary: sealFill,
    colorPrimaryHover: sealFillDeep,
    colorPrimaryActive: sealFillDeep,
    colorPrimaryText: seal,
    colorPrimaryBg: sealWash,
    colorInfo: palette.celadon,
    colorSuccess: palette.ok,
    colorWarning: palette.warn,
    colorWarningBg: palette.warnWash, // antd's own is grey
    colorError: palette.bad,
    colorLink: seal,
    colorLinkHover: sealDeep,
    colorTextBase: ink,
    colorBgBase: raised,
    colorBgLayout: paper,
    colorBgContainer: raised,
    colorBgElevated: raised,
    colorText: ink,
    colorTextSecondary: palette.ink2,
    colorTextTertiary: palette.ink3,
    colorTextQuaternary: palette.ink4,
    colorTextPlaceholder: palette.ink3,
    colorTextLightSolid: '#fdfaf4',
    colorBorder: palette.line2,
    colorBorderSecondary: line,
    colorSplit: line,
    colorFillSecondary: fold,
    colorFillTertiary: sunken,
    colorFillQuaternary: sunken,
    controlItemBgHover: fold,
    controlItemBgActive: sealWash,
    controlOutline: sealWash,
  };
}

function componentsOf({
  seal,
  sealWash,
  celadon,
  ink,
  ink2,
  ink3,
  chosen,
  sunken,
  line,
}: Palette): ThemeConfig['components'] {
  return {
    Table: {
      headerBg: sunken,
      headerColor: ink3,
      headerSplitColor: 'transparent',
      rowHoverBg: sunken,
      rowSelectedBg: sealWash,
      rowSelectedHoverBg: sealWash,
      borderColor: line,
      cellPaddingBlock: 12,
      cellPaddingInline: 12,
      cellPaddingInlineMD: 12,
      headerBorderRadius: 0,
      fontWeightStrong: 400, // colour of column titles
    },
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      fontWeight: 500,
      // antd's own is the fill of primary buttons, too dark for words by night
      defaultHoverColor: seal,
      defaultHoverBorderColor: seal,
      defaultActiveColor: seal,
      defaultActiveBorderColor: seal,
    },
    Card: { headerHeight: 48, headerFontSize: 15, bodyPadding: 18, headerPadding: 18 },
    Tabs: { itemSelectedColor: ink, inkBarColor: seal, itemColor: ink2, horizontalItemGutter: 26 },
    Switch: { colorPrimary: celadon, colorPrimaryHover: celadon },
    Statistic: { contentFontSize: 28 },
    Drawer: { paddingLG: 24 },
    Pagination: { itemActiveColor: seal, itemActiveColorHover: seal },
    Segmented: { trackBg: sunken, itemSelectedBg: chosen },
  };
}

function shadowsOf({ shadow }: Palette) {
  return { boxShadow: 'none', boxShadowTertiary: 'none', boxShadowSecondary: shadow };
}

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
  chosen: '#fffefb',
  line: '#e1ddd7',
  line2: '#c2bdb5',
  shadow: '0 1px 2px rgba(60, 40, 20, 0.06), 0 12px 40px -8px rgba(60, 40, 20, 0.16)',
};

type Palette = typeof light;

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
  // shadows are invisible on dark paper: popups get an edge
  shadow: '0 0 0 1px #38342f, 0 12px 40px -8px rgba(0, 0, 0, 0.6)',
};

/** The tokens' colours in sRGB: antd cannot read oklch. */
export const palettes = { light, dark };
