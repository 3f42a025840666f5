// biome-ignore-all lint/suspicious/noControlCharactersInRegex: files begin with them

/** Groups in which files are listed and shown. */
export const fileGroups = ['picture', 'document', 'sound', 'film'] as const;

export type FileGroup = (typeof fileGroups)[number];

type Kind = { type: string; group: Exclude<FileGroup, 'picture'>; words: string };

const office = 'application/vnd.openxmlformats-officedocument';

/** Files beside pictures that a text may offer, by the ending of their key; a longer ending before its beginning. */
export const attachmentKinds = {
  pdf: { type: 'application/pdf', group: 'document', words: 'PDF' },
  docx: { type: `${office}.wordprocessingml.document`, group: 'document', words: 'Word 文档' },
  xlsx: { type: `${office}.spreadsheetml.sheet`, group: 'document', words: 'Excel 表格' },
  pptx: { type: `${office}.presentationml.presentation`, group: 'document', words: 'PPT 演示' },
  doc: { type: 'application/msword', group: 'document', words: 'Word 文档' },
  xls: { type: 'application/vnd.ms-excel', group: 'document', words: 'Excel 表格' },
  ppt: { type: 'application/vnd.ms-powerpoint', group: 'document', words: 'PPT 演示' },
  zip: { type: 'application/zip', group: 'document', words: 'ZIP 压缩包' },
  epub: { type: 'application/epub+zip', group: 'document', words: 'EPUB 电子书' },
  mp3: { type: 'audio/mpeg', group: 'sound', words: 'MP3 录音' },
  m4a: { type: 'audio/mp4', group: 'sound', words: 'M4A 录音' },
  mp4: { type: 'video/mp4', group: 'film', words: 'MP4 影片' },
  webm: { type: 'video/webm', group: 'film', words: 'WebM 影片' },
} as const satisfies Record<string, Kind>;

export type AttachmentKind = keyof typeof attachmentKinds;

export const attachmentEndings = Object.keys(attachmentKinds) as AttachmentKind[];

/** Kind of the attachment at an address of this site, signed or not; undefined for other addresses. */
export function kindOfAttachment(address: string): AttachmentKind | undefined {
  const [, ending] = /^\/files\/[0-9a-f]{2}\/[0-9a-f]{32}\.(\w{3,4})(?:\?\S*)?$/.exec(address) ?? [];
  return attachmentEndings.find((kind) => kind === ending);
}

/** First bytes that `familyOf` reads. */
export const bytesOfFamily = 4096;

/** Kinds that the first bytes tell; of `zip` and `ole` there are several. */
export type AttachmentFamily = 'pdf' | 'zip' | 'epub' | 'ole' | 'mp3' | 'm4a' | 'mp4' | 'webm';

const families: [RegExp, AttachmentFamily][] = [
  [/^%PDF-\d/, 'pdf'],
  [/^PK\x03\x04.{26}mimetypeapplication\/epub\+zip/s, 'epub'],
  [/^PK\x03\x04/, 'zip'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'ole'],
  [/^(?:ID3[\x02-\x04]|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, 'mp3'],
  [/^.{4}ftyp(?:M4A |M4B )/s, 'm4a'],
  [/^.{4}ftyp(?:isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v |3gp)/s, 'mp4'],
  [/^\x1aE\xdf\xa3.{0,60}webm/s, 'webm'],
];

/** Family of a file by its first bytes as Latin-1 text; undefined for what is not taken. */
export function familyOf(head: string): AttachmentFamily | undefined {
  return families.find(([mark]) => mark.test(head))?.[1];
}

/** Files that are not taken, with the words for whoever chose one. */
const refused: [RegExp, string][] = [
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head|body|script)/is,
    '这是网页（HTML），不能传',
  ],
  [/^(?:MZ|\x7fELF|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe|#!)/, '这是程序，不能传'],
  [/^Rar!/, '这是 RAR 压缩包，请改用 zip'],
  [/^7z\xbc\xaf\x27\x1c/, '这是 7z 压缩包，请改用 zip'],
  [/^(?:\x1f\x8b|BZh|\xfd7zXZ)/, '这种压缩包不能传，请改用 zip'],
  [/^.{4}ftypqt {2}|^.{4}(?:moov|mdat|wide)/s, '这是 QuickTime 影片（mov），请先转成 mp4'],
  [/^\x1aE\xdf\xa3/, '这是 MKV 影片，请先转成 mp4'],
  [/^RIFF.{4}AVI /s, '这是 AVI 影片，请先转成 mp4'],
  [/^RIFF.{4}WAVE/s, '这是 WAV 录音，请先转成 mp3 或 m4a'],
  [/^(?:fLaC|OggS|\xff[\xf1\xf9])/, '这种录音不能传，请先转成 mp3 或 m4a'],
  [/^\{\\rtf/, '这是 RTF 文档，请先另存为 docx 或 PDF'],
];

const taken = '图片、PDF、Word、Excel、PPT、zip、epub、mp3、m4a、mp4 与 webm';

/** Says in Chinese why a file of another kind is not taken; `asPicture`: where it is a picture of an odd kind. */
export function whyNotTaken(head: string, asPicture: string | undefined): string {
  const words = refused.find(([mark]) => mark.test(head))?.[1] ?? asPicture;
  return words ?? `这种文件不能传，可以传的是${taken}`;
}

const longestName = 100;
/** Direction marks and what has no width, by which a name reads otherwise than it is. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Name under which a file is downloaded: without folders, controls and direction marks, and with the ending of its kind. */
export function downloadName(written: string, ending: AttachmentKind | 'webp'): string {
  const unquoted = written
    .replace(/%0[AD]/gi, '')
    .replaceAll('%22', '"')
    .toWellFormed();
  const file = unquoted.split(/[/\\]/).at(-1) ?? '';
  const plain = file
    .replace(misleading, '')
    .replace(/[<>:"|?*\s]+/g, ' ')
    .trim();
  const dot = plain.lastIndexOf('.');
  const base = /^\w{1,8}$/.test(plain.slice(dot + 1)) && dot >= 0 ? plain.slice(0, dot) : plain;
  const short = [...base].slice(0, longestName).join('').trim();
  return `${/^[.\s]*$/.test(short) ? '未命名' : short}.${ending}`;
}
