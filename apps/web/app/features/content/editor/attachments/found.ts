import type { files } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';

/** Details that opening a file gives. */
export type Found = Partial<Omit<Input<typeof files.describe>['body'], 'url'>>;

/** A canvas as base64 of a picture. */
export function pictureOf(canvas: HTMLCanvasElement): string {
  const data = canvas.toDataURL('image/webp', 0.85);
  return data.slice(data.indexOf(',') + 1);
}
