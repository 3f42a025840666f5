/** Bytes of a backup that is sent up. */
export const largestBackup = 64 * 1024 ** 3;

/** What is typed before a site is replaced. */
export const restoreWord = '恢复';
