import type { Upload } from '@mojian/contract/core/uploads';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { Turns } from '../../platform/http/turns.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { NoAnswer } from '../../platform/outgoing/no-answer.ts';
import { fetchFromPublic } from '../../platform/outgoing/reach.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { uploadPicture } from './upload-picture.ts';

type Parts = {
  db: Db;
  storage: Storage;
  siteUrl: string;
  /** Milliseconds the picture may take on its way. */
  time?: number;
  /** Only tests may fetch from what is not public. */
  mayReach?: (address: string) => boolean;
};

// Each holds a whole picture in memory, and waits as long as another site likes.
const turns = new Turns(3);

/**
 * Fetches a picture that lies on the web and keeps it as if the member had uploaded it: no reader's browser asks that
 * site, and the article keeps its picture when that site is gone.
 * @throws Failure blaming `url` for what cannot be reached, is not public or is not taken as an upload.
 */
export async function takeFromWeb(parts: Parts, viewer: Viewer, url: string): Promise<Upload> {
  const endTurn = await turns.take(String(viewer.id));
  try {
    return await uploadPicture(parts, viewer, await fetchPicture(parts, url));
  } catch (error) {
    if (error instanceof NoAnswer) throw new Failure('invalid-input', `图片获取失败：${error.message}`, 'url');
    throw isFailure(error) && error.field === 'file' ? new Failure(error.id, error.message, 'url') : error;
  } finally {
    endTurn();
  }
}

function fetchPicture({ siteUrl, time = 15_000, mayReach }: Parts, url: string) {
  return fetchFromPublic(url, largestUpload, { time, agent: `Mojian (+${siteUrl})`, mayReach });
}
