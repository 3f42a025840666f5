import { simplified } from '../../platform/search/simplified.ts';
import { alphabetic, ligatures, radicals } from './look-alikes.ts';

/** Letters of our own judgement, each list before what its members look like. */
const own = {
  ...pairs('АВЕЅІЈКМНОРСТХУԚԜЗ', 'abesijkmhopctxyqw3'),
  ...pairs('авеѕіјкмнорстхуԛԝһԁгѵѡӏьзп', 'abesijkmhopctxyqwhdrvwib3n'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'abezhikmnoptyxcj'),
  ...pairs('αβγεηικμνορτυχωϲϳ', 'abyenikuvoptuxwcj'),
  ...pairs('օոսհցզ', 'onuhgq'),
  ...pairs('ıȷɑɡɩʟøłđħ', 'ijagiioidh'),
  ...pairs('ニロエカトタハーへ〇囗曰', '二口工力卜夕八一八o口日'),
  ...pairs('01l|', 'oiii'),
};

/** Variants of characters that hardly differ in print, each before the usual one. */
const variants =
  '靑青戶户戸户內内吳吴呂吕溫温淸清眞真鎭镇敎教尙尚産产產产黒黑毎每卽即旣既鄕乡郷乡卻却顏颜顔颜爲为僞伪絕绝脫脱説说稅税銳锐鋭锐' +
  '閱阅閲阅兌兑彔录祿禄綠绿緑绿緣缘縁缘橫横静静浄净姬姫歩步徳德瀬濑瀨濑恵惠歴历暦历戯戏舎舍羽羽塚冢頼赖寛宽従从収收隠隐巻卷髙高' +
  '﨑崎嵜崎埼崎濵滨濱滨浜滨邉边邊边辺边斎斋齋斋斉齐齊齐澤泽沢泽櫻樱桜樱竜龙龍龙国国國国囯国圀国晩晚榮荣栄荣來来峯峰群群裏里鷄鸡雞鸡' +
  '啓启沉沈已己巳己末未士土戍戊戌戊汩汨甦苏氷冰囬回囘回冊册冄冉凃涂刄刃呉吴曽曾朙明旾春旹时秌秋秊年仝同仐伞亼集从从乆久亇个弍二弌一弎三';

/** Signs by what they look like, in lower case. */
const shapes = new Map<string, string>([
  ...groups(alphabetic),
  ...ligatures.split(' ').map((one): [string, string] => first(one)),
  ...splitPairs(radicals),
  ...splitPairs(variants),
  ...Object.entries(own),
]);

/**
 * Key shared by nicknames a reader would confuse. Folds compatibility forms, case, accents, radicals, traditional
 * characters, variants and look-alike alphabetic, and drops what is neither letter nor digit, unless nothing else is left.
 * The key of a key is itself.
 */
export function nicknameKey(nickname: string) {
  let key = nickname;
  for (let round = 0; round < mostRounds; round++) {
    const next = step(key);
    if (next === key) break;
    key = next;
  }
  return key;
}

/** A fold may make way for another: one round is enough for nearly every name. */
const mostRounds = 12;

function step(name: string) {
  const plain = name
    .replace(strokes, '一')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '') // accents; marks of other scripts change the word
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Variation_Selector}]/gu, '');
  // once as it is, since capitals look like other alphabetic than small ones
  const seen = fold(fold(plain).toLowerCase());
  const said = seen.replace(/[^\p{L}\p{N}\p{M}]/gu, '');
  return (said === '' ? seen : said).replaceAll('rn', 'm').replaceAll('vv', 'w').normalize('NFKC');
}

/** A long dash beside a Chinese character shapes like 一. */
const strokes = /(?<=\p{Script=Han})[—–―─━ー㇐﹘－]|[—–―─━ー㇐﹘－](?=\p{Script=Han})/gu;

function fold(text: string) {
  return Array.from(text, (sign) => foldSign(sign)).join('');
}

/** Follows a sign to what it shapes like; a ring of simplified forms ends at its lowest. */
function foldSign(sign: string) {
  const seen = new Set<string>();
  let now = sign;
  while (!seen.has(now)) {
    seen.add(now);
    const plain = simplified(now);
    now = plain === now ? (shapes.get(now) ?? now) : plain;
  }
  if (shapes.get(now) === now || simplified(now) === now) return now;
  return [...seen].sort()[0] ?? now;
}

function groups(packed: string) {
  return packed.split(' ').flatMap((group) => {
    const [look = '', ...signs] = group;
    return signs.map((sign): [string, string] => [sign, look]);
  });
}

function splitPairs(packed: string) {
  const signs = Array.from(packed);
  return signs.flatMap((sign, at): [string, string][] => (at % 2 === 0 ? [[sign, signs[at + 1] as string]] : []));
}

function first(packed: string): [string, string] {
  const [sign = '', ...shapes] = packed;
  return [sign, shapes.join('')];
}

function pairs(signs: string, latin: string) {
  return Object.fromEntries(Array.from(signs, (sign, index) => [sign, [...latin][index] as string]));
}
