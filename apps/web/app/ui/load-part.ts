/** Milliseconds a part of the page may take to arrive. */
export const partTimeLimit = 120_000;

/**
 * Fetches a part of the page and hands it over. If it fails or does not arrive in time, the shell says so and offers to
 * try again.
 */
export function loadPart<Part>(load: () => Promise<Part>, use: (part: Part) => void) {
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, partTimeLimit, new Error('载入超时')));
  Promise.race([load(), tooLate]).then(use, (cause) => {
    console.warn('页面的一部分没有取到', cause);
    tellLoadError(() => loadPart(load, use));
  });
}

export function tellLoadError(retry: () => void) {
  dispatchEvent(new CustomEvent('mojian:load-error', { detail: retry }));
}
