import type { LiveEvent } from './hub.ts';

/** The bytes of an event, which are the same for all who hear it, as they are and as a chunk of HTTP. */
export type Frame = { plain: Buffer; chunk: Buffer };

type Given = { type: string; topic: string; id?: number; data: unknown };

/** An event with its data. Browsers resume after the `id` they heard last. */
export function frame({ type, topic, id, data }: Given) {
  const line = id === undefined ? '' : `id: ${id}\n`;
  return frameOfText(`event: ${type}\n${line}topic: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** One whose ids say it all. */
export function frameOf({ type, ...event }: LiveEvent) {
  return frameOfText(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Asks a browser to come back after so many milliseconds, as soon as the stream has ended. */
export function pauseFrame(milliseconds: number) {
  return frameOfText(`retry: ${Math.round(milliseconds)}\n\n`);
}

export const beat = frameOfText(': \n\n');

function frameOfText(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, plain: chunk.subarray(head.length, -2) };
}
