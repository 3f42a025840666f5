/** The pack that comes along: small blots of ink, drawn here. */
export const ownPack = '墨团';

export type Theme = 'day' | 'night';

/** Stickers of the pack, each with the name of its picture. */
export const blots = [
  { name: '你好', keywords: '招手 嗨 早', file: 'hello' },
  { name: '谢谢', keywords: '感谢 多谢', file: 'thanks' },
  { name: '笑倒', keywords: '哈哈 大笑', file: 'laugh' },
  { name: '哭了', keywords: '难过 流泪', file: 'cry' },
  { name: '抱抱', keywords: '拥抱 安慰', file: 'hug' },
  { name: '喝茶', keywords: '茶 慢慢来', file: 'tea' },
  { name: '想想', keywords: '思考 嗯', file: 'think' },
  { name: '晚安', keywords: '睡觉 困', file: 'night' },
  { name: '哎呀', keywords: '惊讶 糟了', file: 'oops' },
  { name: '在写', keywords: '写字 毛笔', file: 'write' },
  { name: '盖赞', keywords: '赞 点赞 印', file: 'stamp' },
  { name: '下雨', keywords: '雨 伞', file: 'rain' },
] as const;

export type Blot = (typeof blots)[number]['file'];

/** Raise it when the drawing changes: pictures are cached for ever under their address. */
export const blotVersion = 1;

export function blotAddress(file: Blot, theme: Theme) {
  return `/sticker/v${blotVersion}/${file}-${theme}.webp`;
}
