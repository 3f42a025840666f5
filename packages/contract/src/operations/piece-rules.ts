/** Bytes of what is sent up in pieces, so that neither side holds it whole. */
export const largestPiece = 4 * 1024 * 1024;
