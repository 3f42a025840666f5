/** Of a backup that is sent up, in bytes: in pieces, so that neither side holds it whole. */
export const backupPiece = 4 * 1024 * 1024;
export const largestBackup = 64 * 1024 ** 3;

/** What is typed before a site is replaced. */
export const restoreWord = '恢复';
