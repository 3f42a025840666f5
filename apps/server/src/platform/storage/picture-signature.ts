const SIGNATURES: { offset: number; bytes: string }[][] = [
  [{ offset: 0, bytes: '\xff\xd8\xff' }],
  [{ offset: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ offset: 0, bytes: 'GIF8' }],
  [
    { offset: 0, bytes: 'RIFF' },
    { offset: 8, bytes: 'WEBP' },
  ],
  [{ offset: 4, bytes: 'ftypavi' }],
];

/**
 * Whether the first bytes are those of a JPEG, PNG, GIF, WebP or AVIF.
 * Asked before any decoder sees the bytes, so that an uploaded SVG or PDF never reaches its large and wordy parser.
 */
export function looksLikePicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.some((parts) => parts.every(({ offset, bytes: mark }) => head.startsWith(mark, offset)));
}
