/** `content` is read once, piece by piece. */
export type ArchiveFile = { name: string; content: AsyncIterable<string> | Iterable<string> };
