import { isIP } from 'node:net';
import Bowser from 'bowser';
import { regionOf } from './regions.ts';

/** Provinces of China without suffixes such as 省 and 市. */
const provinces = (
  '北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 ' +
  '湖北 湖南 广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 香港 澳门 台湾'
).split(' ');
const withCountry = ['香港', '澳门', '台湾'];

/** Words of the data for addresses without a location. */
const nowhere = /^(IANA|全球|局域网|欧洲|非洲)|地区/;

/** Province (in China: 浙江, 中国香港) or country of an IP address; '' when private, unknown or invalid. Never throws. */
export async function placeOf(address: string): Promise<string> {
  if (isIP(address) === 0) return '';
  try {
    return toPlace(regionOf(address));
  } catch {
    return '';
  }
}

function toPlace(words: string) {
  if (!words.startsWith('中国')) return toCountry(words);
  const rest = words.slice('中国'.length);
  const province = provinces.find((name) => rest.startsWith(name));
  if (!province) return '中国';
  return withCountry.includes(province) ? `中国${province}` : province;
}

function toCountry(words: string) {
  if (nowhere.test(words)) return '';
  countries ??= listCountries();
  const known = countries.find((name) => words.startsWith(name));
  return known ?? words.match(/^\p{Script=Han}+/u)?.[0] ?? '';
}

let countries: string[] | undefined;

/** Country names in Chinese, longest first: 印度尼西亚 before 印度. */
function listCountries() {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' });
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return alphabet
    .flatMap((first) => alphabet.map((second) => names.of(first + second)))
    .filter((name) => name !== undefined)
    .sort((a, b) => b.length - a.length);
}

/** Bytes of a User-Agent that are read: apps append their names after some 600 characters. */
const longest = 1000;

/** Browsers common in China that identify as the one they are based on. First match wins. */
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

/** Display names of the library's browsers; unlisted ones count as unknown. */
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

/** Describes a User-Agent as `Chrome · Windows`, `微信 · 鸿蒙` or `未知设备`. Accepts any length; repeats none of it. */
export function deviceOf(agent: string) {
  const said = agent.slice(0, longest);
  const { browser, os } = Bowser.parse(said || ' ');
  const app = chinese.find(([pattern]) => pattern.test(said))?.[1] ?? named(browsers, browser.name);
  // phones with HarmonyOS before version 5 identify as Android as well
  const system = /HarmonyOS|OpenHarmony/i.test(said) ? systems.HarmonyOS : named(systems, os.name);
  return [app, system].filter(Boolean).join(' · ') || '未知设备';
}

function named(names: Record<string, string>, name: string | undefined) {
  return name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}
