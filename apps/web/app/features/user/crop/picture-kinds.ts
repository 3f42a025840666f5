/** The two pictures a member may put up: shape of the frame, pixels kept, words around it. */
export const pictureKinds = {
  avatar: {
    title: '换头像',
    line: '头像是方的，显示时裁成圆形。',
    width: 512,
    height: 512,
    round: true,
    drawn: '用名字里的字',
  },
  cover: {
    title: '换封面',
    line: '封面是一条长幅，宽是高的三倍。',
    width: 1680,
    height: 560,
    round: false,
    drawn: '用画的封面',
  },
} as const;

export type PictureKind = keyof typeof pictureKinds;
