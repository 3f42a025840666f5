// biome-ignore-all lint/suspicious/noControlCharactersInRegex: files begin with them

/** First bytes by which `kindOf` knows a file. */
export const bytesOfKind = 1024;

/** Begin a JPEG, PNG, GIF or WebP. */
const forWeb = [/^\xff\xd8\xff/, /^\x89PNG\r\n\x1a\n/, /^GIF8/, /^RIFF.{4}WEBP/s];

const toJpeg = '请先导出成 JPG 再传';
const toPng = '请先另存为 JPG 或 PNG 再传';

/** Files that browsers do not show, with the words for whoever chose one. Cameras' own formats are TIFF inside. */
const others: [RegExp, string][] = [
  [/^(?:II\*\0.{4}CR|IIU\0|IIR[OS]|MMOR|FUJIFILMCCD-RAW|FOVb)/s, `这是相机的 RAW 照片，${toJpeg}`],
  [/^(?:II\*\0|MM\0\*|II\+\0|MM\0\+)/, `这是 TIFF 图片，或相机的 RAW 照片，${toJpeg}`],
  [/^8BPS/, `这是 Photoshop 的文件，${toPng}`],
  [/^BM.{4}\0\0\0\0/s, `这是 BMP 图片，${toPng}`],
  [/^\0\0[\x01\x02]\0/, `这是 ICO 图标，${toPng}`],
  [/^(?:\xff\x0a|\0\0\0\x0cJXL )/, `这是 JPEG XL 图片，${toPng}`],
  [/^(?:\0\0\0\x0cjP {2}|\xffO\xffQ)/, `这是 JPEG 2000 图片，${toPng}`],
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!DOCTYPE svg[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<svg[\s>]/is,
    `这是 SVG 图片，${toPng}`,
  ],
  [/^%PDF-/, '这是 PDF 文件，不是图片'],
  [/^%!PS/, `这是 EPS 文件，${toPng}`],
  [/^(?:\x1aE\xdf\xa3|RIFF.{4}AVI )/s, '这是视频，不是图片'],
];

const heicWords =
  '这是 HEIC 照片，网页上放不了：在 iPhone 的「设置 › 相机 › 格式」里选「兼容性最佳」再拍，或先把它存成 JPG';

/** Families of ISO media files by their brands, the first that fits. An AVIF may call itself a still of any codec. */
const brands: [RegExp, string][] = [
  [/avi[fs]/, 'avif'],
  [/hei[cxms]|hev[cxms]|mif1|msf1/, heicWords],
  [/crx /, `这是相机的 RAW 照片，${toJpeg}`],
  [/./, '这是视频，不是图片'],
];

/** Whether a file is a picture that browsers show, by its first bytes as Latin-1 text. */
export function isWebPicture(head: string): boolean {
  return forWeb.some((mark) => mark.test(head)) || familyOf(head) === 'avif';
}

/** Says in Chinese which other kind of file it is, and how it becomes a picture; undefined for an unknown kind. */
export function describeOther(head: string): string | undefined {
  if (isWebPicture(head)) return undefined;
  return familyOf(head) ?? others.find(([mark]) => mark.test(head))?.[1];
}

function familyOf(head: string) {
  return head.slice(4, 8) === 'ftyp' ? brandOf(head)?.[1] : undefined;
}

/** Reads the major and the compatible brands of an ISO media file. */
function brandOf(head: string) {
  const size = [...head.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
  const named = head.slice(8, 12) + head.slice(16, Math.min(size, head.length));
  return brands.find(([mark]) => mark.test(named));
}
