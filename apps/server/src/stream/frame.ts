import type { LiveEvent } from './hub.ts';

type Frame = { type: string; topic: string; id?: number; data: unknown };

/** An event as bytes, which are the same for all who hear it. Browsers resume after the `id` they heard last. */
export function frame({ type, topic, id, data }: Frame) {
  const line = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`event: ${type}\n${line}topic: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** The same of one whose ids say it all. */
export function frameOf({ type, ...event }: LiveEvent) {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Asks a browser to come back after so many milliseconds, as soon as the stream has ended. */
export function pauseFrame(milliseconds: number) {
  return Buffer.from(`retry: ${Math.round(milliseconds)}\n\n`);
}

export const beat = Buffer.from(': \n\n');
