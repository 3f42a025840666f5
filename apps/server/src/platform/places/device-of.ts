import Bowser from 'bowser';

/** As much as is read of what a browser says of itself: apps put their names at the end of some 600 characters. */
const longest = 1000;

/** Known in China and taken for the browser they are built on elsewhere. The first that fits. */
const chinese: [RegExp, string][] = [
  [/wxwork\//i, '企业微信'],
  [/MicroMessenger\//i, '微信'],
  [/AlipayClient\//i, '支付宝'],
  [/DingTalk\//i, '钉钉'],
  [/\bQQ\/\d/, 'QQ'],
  [/Weibo/i, '微博'],
  [/aweme/i, '抖音'],
  [/baiduboxapp\//i, '百度'],
  [/HuaweiBrowser\//i, '华为浏览器'],
  [/HonorBrowser\//i, '荣耀浏览器'],
  [/MiuiBrowser\//i, '小米浏览器'],
  [/Quark\//, '夸克'],
  [/QIHU|360[SE]E/, '360 浏览器'],
];

/** The names of the library, as their users know them. A name not listed is not told. */
const browsers: Record<string, string> = {
  'Android Browser': 'Android 浏览器',
  Brave: 'Brave',
  Chrome: 'Chrome',
  Chromium: 'Chromium',
  DuckDuckGo: 'DuckDuckGo',
  Electron: 'Electron',
  Firefox: 'Firefox',
  'HeyTap Browser': 'OPPO 浏览器',
  'Internet Explorer': 'IE',
  Maxthon: '傲游',
  'Microsoft Edge': 'Edge',
  'MZ Browser': '魅族浏览器',
  Opera: 'Opera',
  'QQ Browser': 'QQ 浏览器',
  'QQ Browser Lite': 'QQ 浏览器',
  Safari: 'Safari',
  'Samsung Internet for Android': '三星浏览器',
  'Sogou Browser': '搜狗浏览器',
  'UC Browser': 'UC 浏览器',
  Vivaldi: 'Vivaldi',
  'Vivo Browser': 'vivo 浏览器',
  'Yandex Browser': 'Yandex',
};

const systems: Record<string, string> = {
  Android: 'Android',
  'Chrome OS': 'Chrome OS',
  HarmonyOS: '鸿蒙',
  iOS: 'iOS',
  Linux: 'Linux',
  macOS: 'macOS',
  Windows: 'Windows',
  'Windows Phone': 'Windows Phone',
};

/**
 * A browser as its owner would name it: `Chrome · Windows`, `微信 · 鸿蒙`, or `未知设备`. `agent` is the user-agent header, of
 * any length or none; nothing of it is repeated.
 */
export function deviceOf(agent: string) {
  const said = agent.slice(0, longest);
  const { browser, os } = Bowser.parse(said || ' ');
  const app = chinese.find(([pattern]) => pattern.test(said))?.[1] ?? named(browsers, browser.name);
  // phones with HarmonyOS before version 5 say they are Android as well
  const system = /HarmonyOS|OpenHarmony/i.test(said) ? systems.HarmonyOS : named(systems, os.name);
  return [app, system].filter(Boolean).join(' · ') || '未知设备';
}

function named(names: Record<string, string>, name: string | undefined) {
  return name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}
