/**
 * Encodings of an XML document in the order to try: UTF-8 where the bytes are; else what the document declares, else
 * GB18030. `head`: its beginning.
 */
export function encodingsToTry(head: Uint8Array): string[] {
  const declared = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(
    Buffer.from(head.subarray(0, 400)).toString('latin1'),
  )?.[1];
  return [...zeroBytes(head), 'utf-8', ...(declared ? [declared] : []), 'gb18030'];
}

/** UTF-16 shows by its mark or by the zeros around the first `<`. */
function zeroBytes([first, second]: Uint8Array) {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return ['utf-16le'];
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? ['utf-16be'] : [];
}

const beginningLength = 64 * 1024;

/** The beginning of a document as text, for recognition: whatever its encoding, the names of elements are ASCII. */
export function beginningOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, beginningLength)).toString('latin1').replaceAll('\0', '');
}
