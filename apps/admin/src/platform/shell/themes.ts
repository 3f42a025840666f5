import type { ThemeConfig } from 'antd';
import { theme } from 'antd';
import { type Palette, palettes } from './palettes.ts';

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

/** A finger needs more room, and a field whose letters are smaller than 16 px makes the telephone zoom in. */
const phoneSizes = { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 };
const phoneParts: ThemeConfig['components'] = {
  Input: { inputFontSize: 16 },
  InputNumber: { inputFontSize: 16 },
  Segmented: { controlHeight: 48 }, // with the track around what is pressed
};

const fonts = {
  fontFamily:
    '"PingFang SC", "HarmonyOS Sans SC", MiSans, "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif',
  fontFamilyCode: 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, monospace',
};

const speeds = { motionDurationFast: '0.1s', motionDurationMid: '0.15s', motionDurationSlow: '0.25s' };

/** antd in the language of the site, by day or by night, in its own colours or others, for a pointer or for fingers. */
export function themeOf(name: 'light' | 'dark', { palette = palettes[name], isPhone = false } = {}): ThemeConfig {
  const algorithm = name === 'light' ? theme.defaultAlgorithm : theme.darkAlgorithm;
  return {
    algorithm,
    token: { ...tokensOf(palette), ...(isPhone && phoneSizes) },
    components: isPhone ? withPhoneParts(partsOf(palette)) : partsOf(palette),
  };
}

function withPhoneParts(parts: ThemeConfig['components']): ThemeConfig['components'] {
  return { ...parts, ...phoneParts, Segmented: { ...parts?.Segmented, ...phoneParts?.Segmented } };
}

function tokensOf(palette: Palette): ThemeConfig['token'] {
  return { ...coloursOf(palette), ...sizes, ...fonts, ...shadowsOf(palette), ...speeds, wireframe: false };
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

function partsOf({
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
      fontWeightStrong: 400, // of the heads
    },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
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
