import type { Upload } from '@mojian/contract/core/uploads';

type SendOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

export type IntakeParts = {
  upload: (file: Blob, options?: SendOptions) => Promise<Upload>;
  /** Hears of each that arrived, so that the preview knows its size. */
  onArrived?: (picture: Upload) => void;
};
