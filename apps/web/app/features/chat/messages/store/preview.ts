const longestSide = 640;

export type Preview = { url: string; width: number; height: number };

/** A small copy of a picture to show while it is sent, and the picture's own size. The caller lets go of the address. */
export async function makePreview(picture: Blob): Promise<Preview> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return { url: URL.createObjectURL(await canvas.convertToBlob()), width, height };
  } catch {
    // no picture, or one this browser cannot read: the server will say
    return { url: '', width: 0, height: 0 };
  }
}
