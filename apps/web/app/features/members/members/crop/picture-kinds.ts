/** The pictures that are cut to a shape: the two of a member, and an article's cover. Pixels kept, words around it. */
export const pictureKinds = {
  avatar: {
    title: '更换头像',
    line: '头像是方的，显示时裁成圆形。',
    width: 512,
    height: 512,
    round: true,
    drawn: '用名字生成',
  },
  cover: {
    title: '更换封面',
    line: '封面是一条长幅，宽是高的三倍。',
    width: 1680,
    height: 560,
    round: false,
    drawn: '用画的封面',
  },
  article: {
    title: '文章的封面',
    line: '裁成 16:9。列表和文章页还会再裁，裁的时候留住焦点。',
    width: 1600,
    height: 900,
    round: false,
    drawn: '用画的封面',
  },
} as const;

export type PictureKind = Exclude<keyof typeof pictureKinds, 'article'>;
