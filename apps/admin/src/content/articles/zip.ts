type File = { name: string; text: string };

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let code = byte;
  for (let bit = 0; bit < 8; bit += 1) code = code & 1 ? 0xed_b8_83_20 ^ (code >>> 1) : code >>> 1;
  return code;
});

/** Packs texts into one zip, uncompressed, names in UTF-8. Source: PKWARE's APPNOTE, 4.3. */
export function zipOf(files: File[]): Blob {
  const encoder = new TextEncoder();
  const contents: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const about = [20, 0x08_00, 0, 0, 0x21];
    const sizes = [crcOf(bytes), bytes.length, bytes.length];
    const local = record([0x04_03_4b_50], about, sizes, [path.length, 0]);
    directory.push(record([0x02_01_4b_50], [20, ...about], sizes, [path.length, 0, 0, 0, 0], [0, offset]), path);
    contents.push(local, path, bytes);
    offset += local.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([0x06_05_4b_50], [0, 0, files.length, files.length], [size, offset], [0]);
  return new Blob([...contents, ...directory, end], { type: 'application/zip' });
}

/** Encodes little-endian, the groups by turns as 32-bit and 16-bit numbers. */
function record(...groups: number[][]) {
  const bytes = groups.flatMap((numbers, at) =>
    numbers.flatMap((number) => {
      const low = [number & 255, (number >>> 8) & 255];
      return at % 2 === 1 ? low : [...low, (number >>> 16) & 255, number >>> 24];
    }),
  );
  return Uint8Array.from(bytes);
}

function crcOf(bytes: Uint8Array) {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
