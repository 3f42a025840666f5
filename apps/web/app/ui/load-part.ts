import { toast } from './toast.ts';

/** Milliseconds a part of the page may take to arrive. */
export const partTimeLimit = 120_000;

/**
 * Fetches a part of the page and hands it over. If it fails or does not arrive in time, a toast says so and offers to
 * try again.
 */
export function loadPart<Part>(load: () => Promise<Part>, use: (part: Part) => void) {
  inTime(load()).then(use, (cause) => {
    console.warn('页面的一部分没有取到', cause);
    tellLoadError(() => loadPart(load, use));
  });
}

/** What is loading, or a failure once it takes too long. */
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
