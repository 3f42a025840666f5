import { toast } from './toast.ts';

/** Milliseconds. */
export const partTimeLimit = 120_000;

/** Loads a lazy part of the page. On failure or timeout a toast offers a retry. */
export function loadPart<Part>(load: () => Promise<Part>, use: (part: Part) => void) {
  inTime(load()).then(use, (cause) => {
    console.warn('脚本没有取到', cause);
    tellLoadError(() => loadPart(load, use));
  });
}

/** Rejects when `loading` takes longer than `partTimeLimit`. */
export function inTime<Part>(loading: Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, partTimeLimit, new Error('载入超时'));
  });
  return Promise.race([loading, tooLate]).finally(() => clearTimeout(timer));
}

export function tellLoadError(retry: () => void) {
  toast('error', '加载失败，请检查网络', { words: '重试', run: retry });
}
