/** A crop in pixels of the picture. */
export type Area = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };

const quality = 0.9;

/** Decodes a file as a picture. The caller revokes its address. */
export async function openPicture(file: Blob) {
  const url = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return { url, picture };
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
}

/** Crops and scales to a WebP, or a JPEG where the browser cannot write WebP. @throws when it cannot. */
export async function cropPicture(picture: HTMLImageElement, area: Area, { width, height }: Size): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('没有画布');
  paint.imageSmoothingQuality = 'high';
  paint.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;

  // a JPEG has no transparency: paint white behind it, not black
  paint.globalCompositeOperation = 'destination-over';
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, width, height);
  const jpeg = await encode(canvas, 'image/jpeg');
  if (!jpeg) throw new Error('图片裁剪失败');
  return jpeg;
}

function encode(canvas: HTMLCanvasElement, type: string) {
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
}

/** Pictures with a fixed shape: avatar, profile cover, article cover. Size in pixels, and texts. */
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
