import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import { browser } from '../../platform/http-api.ts';
import { type ChunkReply, sendChunks, type UploadOptions } from './send-chunks.ts';

/** The server checks the whole file before it answers. */
const timeoutMs = 120_000;

export async function uploadInChunks<Last extends ChunkReply>(file: File, options: UploadOptions) {
  const sent = await sendChunks(file, options, async (address, piece, signal) => {
    const envelope = await sendFile(browser, address, piece, { signal, timeoutMs });
    return openEnvelope(envelope) as Last;
  });
  return sent as Last & { id: string };
}
