import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import { browser } from '../../platform/http-api.ts';
import { type Answer, type Options, sendInPieces } from './send-in-pieces.ts';

/** The server looks at what is whole before it answers. */
const patience = 120_000;

/** Sends a file up in pieces, see sendInPieces. */
export async function sendUp<Last extends Answer>(file: File, options: Options) {
  const sent = await sendInPieces(file, options, async (address, piece, signal) => {
    const envelope = await sendFile(browser, address, piece, { signal, patience });
    return openEnvelope(envelope) as Last;
  });
  return sent as Last & { id: string };
}
