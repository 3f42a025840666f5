import type { Upload as Uploaded } from '@mojian/contract/core/uploads';
import type { SayParts } from '../say-parts.ts';

type Upload = (
  file: Blob,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<Uploaded>;

export type NewSayParts = Pick<SayParts, 'calls' | 'reading'> & { upload: Upload };
