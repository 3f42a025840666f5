/** Bytes of content that is sent up. */
export const largestContent = 4 * 1024 ** 3;
