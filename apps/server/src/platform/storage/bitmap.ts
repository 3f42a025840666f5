/** Decoded bitmap: RGBA, four bytes per pixel, rows from the top. */
type Bitmap = { width: number; height: number; pixels: Uint8Array };

const headerEnd = 54;
const mostPixels = 50_000_000;

/** Whether bytes are a BMP, by their first ones. */
export function isBitmap(bytes: Uint8Array): boolean {
  return (
    bytes.length > headerEnd && bytes[0] === 0x42 && bytes[1] === 0x4d && bytes.slice(6, 10).every((byte) => byte === 0)
  );
}

/** Size of a bitmap by its header; undefined without one. */
export function sizeOfBitmap(bytes: Uint8Array) {
  if (!isBitmap(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(14, true) < 40) return undefined; // the header of OS/2 is shorter
  const [width, height] = [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/**
 * Decodes an uncompressed BMP with 1, 4, 8, 16, 24 or 32 bits a pixel, since the picture library has no decoder for it.
 * The work is bounded by the size of the file, which contains the bits of each pixel.
 * @returns undefined for anything else, and for compressed bitmaps
 */
export function decodeBitmap(bytes: Uint8Array): Bitmap | undefined {
  const { width, height } = sizeOfBitmap(bytes) ?? { width: 0, height: 0 };
  if (width === 0 || width * height > mostPixels) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bits = view.getUint16(28, true);
  const start = view.getUint32(10, true);
  const rowLength = Math.ceil((width * bits) / 32) * 4;
  const read = readerOf(view, bits);
  if (!read || start + rowLength * height > bytes.length) return undefined;
  const pixels = new Uint8Array(width * height * 4);
  const isFromTop = view.getInt32(22, true) < 0;
  for (let row = 0; row < height; row++) {
    const from = start + rowLength * (isFromTop ? row : height - 1 - row);
    for (let column = 0; column < width; column++) read(from, column, pixels, (row * width + column) * 4);
  }
  if (bits === 32) makeOpaque(pixels);
  return { width, height, pixels };
}

/** Reads a pixel of a row into four bytes. */
type ReadPixel = (row: number, column: number, pixels: Uint8Array, at: number) => void;

function readerOf(view: DataView, bits: number): ReadPixel | undefined {
  const compression = view.getUint32(30, true);
  if (compression !== 0 && compression !== 3 && compression !== 6) return undefined;
  if (bits <= 8 && [1, 4, 8].includes(bits) && compression === 0) return fromPalette(view, bits);
  if (bits === 24 && compression === 0)
    return (row, column, pixels, at) => {
      const from = row + column * 3;
      pixels[at] = view.getUint8(from + 2);
      pixels[at + 1] = view.getUint8(from + 1);
      pixels[at + 2] = view.getUint8(from);
      pixels[at + 3] = 255;
    };
  return bits === 16 || bits === 32 ? fromMasks(view, bits, compression !== 0) : undefined;
}

function fromPalette(view: DataView, bits: number): ReadPixel {
  const palette = 14 + view.getUint32(14, true);
  const colours = view.getUint32(46, true) || 1 << bits;
  return (row, column, pixels, at) => {
    const bit = column * bits;
    const index = (view.getUint8(row + (bit >> 3)) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
    const from = palette + Math.min(index, colours - 1) * 4;
    if (from + 4 > view.byteLength) return;
    pixels[at] = view.getUint8(from + 2);
    pixels[at + 1] = view.getUint8(from + 1);
    pixels[at + 2] = view.getUint8(from);
    pixels[at + 3] = 255;
  };
}

const usualMasks = { 16: [0x7c00, 0x03e0, 0x001f, 0], 32: [0xff0000, 0xff00, 0xff, 0xff000000] };

/** Reads colours by their bit masks, from the header or the usual ones; only headers of 56 bytes or more have one for alpha. */
function fromMasks(view: DataView, bits: 16 | 32, areWritten: boolean): ReadPixel {
  const hasAlpha = view.getUint32(14, true) >= 56;
  const masks = areWritten
    ? [54, 58, 62, ...(hasAlpha ? [66] : [])].map((at) => view.getUint32(at, true))
    : usualMasks[bits];
  const channels = [0, 1, 2, 3].map((index) => channelOf(masks[index] ?? 0));
  return (row, column, pixels, at) => {
    const value = bits === 16 ? view.getUint16(row + column * 2, true) : view.getUint32(row + column * 4, true);
    for (const [index, { shift, most }] of channels.entries())
      pixels[at + index] = most === 0 ? 255 : Math.round((((value >>> shift) & most) / most) * 255);
  };
}

function channelOf(mask: number) {
  if (mask === 0) return { shift: 0, most: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, most: mask >>> shift };
}

/** Makes a wholly transparent bitmap opaque: most programs leave the fourth byte 0 without meaning alpha. */
function makeOpaque(pixels: Uint8Array) {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return;
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
}
