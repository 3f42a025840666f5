import type { Drawn, Order } from './render.worker.ts';

/** Milliseconds one drawing may take; beyond it something hangs, and a new worker has to do better. */
const patience = 30_000;

export type Renderer = {
  /** Draws one text. @throws when the worker could not be loaded, broke down or took too long. */
  draw: (order: Order) => Promise<Drawn>;
  close: () => void;
};

/** Renders beside the page, one text at a time. The worker with its libraries is fetched for the first one. */
export function createRenderer(): Renderer {
  let worker: Worker | undefined;
  const close = () => {
    worker?.terminate();
    worker = undefined;
  };
  const ask = (order: Order) =>
    new Promise<Drawn>((resolve, reject) => {
      worker ??= new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module' });
      const late = setTimeout(reject, patience, new Error('the preview took too long'));
      worker.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.drawn) resolve(data.drawn);
        else reject(new Error(data.fault));
      };
      worker.onerror = ({ message }) => {
        clearTimeout(late);
        reject(new Error(message || 'the preview could not be loaded'));
      };
      worker.postMessage(order);
    });
  return {
    close,
    draw: (order) =>
      ask(order).catch((error) => {
        close();
        throw error;
      }),
  };
}
