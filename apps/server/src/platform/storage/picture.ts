import type { PictureSize } from './picture-sizes.ts';

/** A picture as it is kept: WebP, at most 2000 pixels wide, size in pixels of one frame. */
export type Picture = {
  key: string;
  bytes: Uint8Array;
  type: 'image/webp';
  width: number;
  height: number;
  /** Smaller copies, narrowest first. An animation has none. */
  sizes: PictureSize[];
  /** base64: a blur to show while the picture loads. */
  thumbhash: string;
};
