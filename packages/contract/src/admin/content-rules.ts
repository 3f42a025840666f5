/** Of content that is sent up, in bytes: in pieces, so that neither side holds it whole. */
export const contentPiece = 4 * 1024 * 1024;
export const largestContent = 4 * 1024 ** 3;
