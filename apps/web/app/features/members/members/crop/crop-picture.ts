/** What of a picture is wanted, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };

const quality = 0.9;

/** Whether the browser can open the file as a picture. The address is to be revoked by whoever asked. */
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

/** Cuts an area out and brings it to size: a WebP, or a JPEG where the browser writes no WebP. @throws when it cannot. */
export async function cropPicture(picture: HTMLImageElement, area: Area, { width, height }: Size): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('没有画布');
  paint.imageSmoothingQuality = 'high';
  paint.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;

  // a JPEG has no transparency: what shone through turns white and not black
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
