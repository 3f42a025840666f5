import { createRequire } from 'node:module';
import { isIP } from 'node:net';

/** All of China's, without 省, 市 and the like. */
const provinces = (
  '北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 ' +
  '湖北 湖南 广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 香港 澳门 台湾'
).split(' ');
const withCountry = ['香港', '澳门', '台湾'];

// CommonJS with a default export: loaders disagree on what importing it gives
const require = createRequire(import.meta.url);

/** What the data calls addresses that are nowhere in particular. */
const nowhere = /^(IANA|全球|局域网|欧洲|非洲)|地区/;

/**
 * The province (China: 浙江, 中国香港) or country of an address, from data that came with the program; '' when it is private,
 * unknown or no address at all. Reads 11 MB when first asked. Never throws.
 */
export async function placeOf(address: string): Promise<string> {
  if (isIP(address) === 0) return '';
  try {
    wordsFor ??= load();
    return toPlace(wordsFor(address));
  } catch {
    return '';
  }
}

let wordsFor: ReturnType<typeof load> | undefined;

/** Gives the data's words for an address: 中国浙江省…, or a country, for IPv6 with a region in its own language after it. */
function load() {
  const { default: Regions } = require('ip2region') as typeof import('ip2region');
  const regions = new Regions();
  return (address: string) => {
    const found = regions.searchRaw(address);
    if (!found) return '';
    if ('data' in found) return found.data;
    return found.country === '中国' ? found.country + found.province : found.country;
  };
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

/** Names of all countries in Chinese, the longest first: 印度尼西亚 before 印度. */
function listCountries() {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => names.of(first + second)))
    .filter((name) => name !== undefined)
    .sort((a, b) => b.length - a.length);
}
