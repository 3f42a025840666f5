import { stickerCode } from '@mojian/contract/core/sticker-codes';
import type { Sticker, StickerPack, StickerPicture } from '@mojian/contract/core/stickers';
import { readStored, writeStored } from '../../../storage/stored-json.ts';

/** Something that can be put into a text. `written`: what is put; a sticker has a picture and its name. */
export type Choice = { written: string; name: string; picture?: StickerPicture };

/** A row of choices with its title, shown as one page of the panel. */
export type ChoicePage = { name: string; kind: 'recent' | 'stickers' | 'faces' | 'emoji'; choices: Choice[] };

/** Pages in the order of the panel's foot. */
export function pagesOf(packs: StickerPack[]): ChoicePage[] {
  const pages: ChoicePage[] = [
    ...packs.map((pack) => ({
      name: pack.name,
      kind: 'stickers' as const,
      choices: pack.stickers.map(choiceIn(pack)),
    })),
    { name: '颜文字', kind: 'faces', choices: faces.map(([name, written]) => ({ name, written })) },
    { name: '表情', kind: 'emoji', choices: emoji.map(([written, name]) => ({ name, written })) },
  ];
  const known = new Map(pages.flatMap(({ choices }) => choices).map((choice) => [choice.written, choice]));
  const recent = readRecent().flatMap((written) => known.get(written) ?? []);
  return [{ name: '最近', kind: 'recent', choices: recent }, ...pages];
}

function choiceIn({ name: pack }: StickerPack) {
  return ({ name, picture }: Sticker): Choice => ({ written: stickerCode({ pack, name }), name, picture });
}

/** Pages with only what a search finds, by name, keywords, pinyin and initials. */
export function findChoices(pages: ChoicePage[], packs: StickerPack[], typed: string): ChoicePage[] {
  const word = typed.trim().toLowerCase();
  const sought = new Map(
    packs.flatMap((pack) => pack.stickers.map((one) => [choiceIn(pack)(one).written, one.sought] as const)),
  );
  return pages
    .filter(({ kind }) => kind !== 'recent')
    .map((page) => ({
      ...page,
      choices: page.choices.filter(({ written, name }) => (sought.get(written) ?? name).includes(word)),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** In local storage: what was put last, newest first. */
const recentKey = 'recent stickers';
const recentAtMost = 15;

function readRecent() {
  const stored = readStored<unknown>('localStorage', recentKey);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

export function noteRecent(written: string) {
  const before = readRecent().filter((one) => one !== written);
  writeStored('localStorage', recentKey, [written, ...before].slice(0, recentAtMost));
}

/** Packs of the site, asked for once. The call is public and the same for all, so it goes without the session's client. */
export function loadPacks(): Promise<StickerPack[]> {
  loading ??= fetch('/v1/sticker/')
    .then((reply) => reply.json())
    .then(({ code, data }) => (code === 200 ? data : []))
    .catch(() => {
      loading = undefined; // emoji are there without them; the next opening asks again
      return [];
    });
  return loading as Promise<StickerPack[]>;
}

let loading: Promise<StickerPack[]> | undefined;

/** Words of a list of `name sign` lines. */
const pairs = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+(.*)/s, 2) as [string, string]);

/** Faces of signs, each after what it says. */
const faces = pairs(`
  谢谢 (´▽\`ʃ♡ƪ)
  谢谢 m(_ _)m
  抱抱 (づ｡◕‿‿◕｡)づ
  开心 (＾▽＾)
  开心 ヽ(✿ﾟ▽ﾟ)ノ
  得意 (￣▽￣)
  害羞 (*/ω＼*)
  无语 (￣_￣|||)
  摊手 ¯\\_(ツ)_/¯
  惊讶 Σ(っ°Д°;)っ
  难过 (´;ω;\`)
  大哭 (╥﹏╥)
  生气 (╬▔皿▔)╯
  掀桌 (╯°□°)╯︵┻━┻
  躺平 _(:з」∠)_
  加油 (ง •_•)ง
  卖萌 (｡･ω･｡)
  亲亲 (づ￣3￣)づ
  围观 |ω・)
  晚安 (－_－) zzZ
`);

/** Emoji drawn by the system's font; some carry a variation selector that asks for the coloured form. */
const emoji = pairs(`
  😀 笑
  😄 开心
  😂 笑哭
  🤣 笑倒
  😊 微笑
  😍 喜欢
  🥰 爱
  😘 亲亲
  😎 酷
  🤔 想想
  😅 汗
  😭 大哭
  😢 哭
  😤 哼
  😡 生气
  😱 惊吓
  🥱 哈欠困
  😴 睡觉晚安
  🤗 抱抱
  🤭 偷笑
  🙄 白眼
  😏 得意
  🥺 求求
  🤝 握手
  👍 赞
  👎 踩
  👏 鼓掌
  🙏 谢谢拜托
  💪 加油
  ✌️ 耶
  👌 好的
  👀 围观看
  💯 满分
  ❤️ 心爱
  💔 心碎
  🔥 火
  ✨ 闪亮
  🎉 庆祝恭喜
  🎈 气球
  🎁 礼物
  🌸 花樱
  🌹 玫瑰花
  🌱 芽
  🍀 四叶草
  🍁 枫叶秋
  🌙 月亮
  ☀️ 太阳晴
  ⭐ 星
  🌈 彩虹
  ⛄ 雪人冬
  ☕ 咖啡
  🍵 茶
  🍜 面
  🍻 干杯
  🎂 蛋糕生日
  📖 书读
  📌 图钉
  💡 主意
  🐱 猫
  🐶 狗
  🐼 熊猫
`);
