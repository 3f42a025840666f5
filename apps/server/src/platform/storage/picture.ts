import { Failure, type FailureId } from '@mojian/contract/platform/failures';

export type PictureSize = { width: number; key: string; bytes: Uint8Array };

/** Stored picture: WebP, at most 2000 pixels wide, with the size of one frame in pixels. */
export type Picture = {
  key: string;
  bytes: Uint8Array;
  type: 'image/webp';
  width: number;
  height: number;
  /** Smaller copies, narrowest first; none for an animation. */
  sizes: PictureSize[];
  /** Base64 blur to show while the picture loads. */
  thumbhash: string;
};

/** Failure and Chinese text for each reason of a refusal. */
const REASONS = {
  'not-a-picture': ['wrong-type', '这不是图片，请选择 JPG、PNG、WebP、GIF 或 AVIF 文件'],
  'too-heavy': ['too-large', '图片过大，请不要超过 20 MB'],
  'too-many-pixels': ['too-large', '图片尺寸过大，请不要超过 5000 万像素'],
  'too-large-for-avif': ['too-large', 'AVIF 图片请不要超过 1250 万像素，或换成 JPG、PNG、WebP'],
  'too-large-at-once': ['too-large', 'GIF、渐进式 JPG 与隔行 PNG 请不要超过 2500 万像素'],
  'too-long': ['too-large', '图片太长或太宽，请不要超过 30000 像素'],
  'too-animated': ['too-large', '动图太大，请截短或缩小后再试'],
  'too-many': ['too-many-requests', '正在处理的图片太多，请过一会儿再试'],
  'too-slow': ['too-large', '图片太复杂，没能处理完，请缩小后再试'],
  'no-memory': ['unavailable', '机器的内存不够，图片没能处理，请腾出内存再试'],
  broken: ['invalid-input', '图片已损坏，打不开'],
} as const satisfies Record<string, readonly [FailureId, string]>;

export type RefusalReason = keyof typeof REASONS;

/** Thrown for a refused picture, with a Chinese message for its sender. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly reason: RefusalReason;

  /** `words`: said instead of those for the reason. */
  constructor(reason: RefusalReason, { words, ...options }: ErrorOptions & { words?: string | undefined } = {}) {
    super(words ?? REASONS[reason][1], options);
    this.reason = reason;
  }

  /** The matching Failure of a call, blaming its field. */
  asFailure(field: string): Failure {
    return new Failure(REASONS[this.reason][0], this.message, field);
  }
}

/** Whether bytes are an SVG, by their first element. */
export function isDrawing(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('utf8');
  return /^\ufeff?\s*(?:<\?xml[^<>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!DOCTYPE[^<>]*>\s*)?<svg[\s>]/i.test(
    head,
  );
}
