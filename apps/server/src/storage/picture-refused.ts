/** Why a picture was not taken, and what its sender reads. */
const REASONS = {
  'not-a-picture': '这不是图片，请选择 JPG、PNG、WebP、GIF 或 AVIF 文件',
  'too-heavy': '图片过大，请不要超过 20 MB',
  'too-many-pixels': '图片尺寸过大，请不要超过 5000 万像素',
  broken: '图片已损坏，打不开',
} as const;

export type RefusalReason = keyof typeof REASONS;

/** Thrown for an upload that is not taken as a picture. Its message is Chinese and made for the sender. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(REASONS[reason], options);
    this.reason = reason;
  }
}
