/** Pixels of a picture, row by row, with this many numbers each. */
export type Pixels = { data: Uint8Array; width: number; height: number; channels: number };

/** Opacity of the ink below white words, from light to dark: album.css has the same. The darkest does for a white picture. */
const veils = [0.36, 0.5, 0.62];
const inkOfVeil = 10;
const contrast = 4.5;

/** Windows that a cover fills, width by height: a phone, a tablet, desktops. */
const windows = [390 / 844, 820 / 1180, 1440 / 900, 1920 / 1000];
/** Shares of the window's height under the header, and under title and data. */
const grounds = [
  [0, 0.1],
  [0.45, 1],
] as const;
/** Share of the pixels that may be brighter: sparks of light hide no word. */
const sparks = 0.02;

/** The lightest of three veils, 1 to 3, on which white words can be read in every window, given the picture's focal point in per cent. */
export function chooseVeil(pixels: Pixels, focus: { focusX: number; focusY: number }): number {
  const brightest = windows.flatMap((ratio) => {
    const shown = cropOf(pixels, ratio, focus);
    return grounds.map(([from, to]) => brightnessOf(pixels, shown, from, to));
  });
  const found = veils.findIndex((veil) => brightest.every((level) => isReadable(level, veil)));
  return (found < 0 ? veils.length - 1 : found) + 1;
}

type Crop = { left: number; top: number; width: number; height: number };

/** As `object-fit: cover` with the focal point as `object-position`. */
function cropOf(
  { width, height }: Pixels,
  ratio: number,
  { focusX, focusY }: { focusX: number; focusY: number },
): Crop {
  const isWide = width / height > ratio;
  const size = isWide ? { width: height * ratio, height } : { width, height: width / ratio };
  return { left: ((width - size.width) * focusX) / 100, top: ((height - size.height) * focusY) / 100, ...size };
}

/** Level of grey (0–255, in sRGB) that all but some sparks of a part stay below. */
function brightnessOf({ data, width, height, channels }: Pixels, crop: Crop, from: number, to: number): number {
  const levels: number[] = [];
  const end = Math.min(height, Math.ceil(crop.top + crop.height * to));
  for (let y = Math.floor(crop.top + crop.height * from); y < end; y++)
    for (let x = Math.floor(crop.left); x < Math.min(width, Math.ceil(crop.left + crop.width)); x++) {
      const at = (y * width + x) * channels;
      levels.push(0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0));
    }
  levels.sort((one, other) => one - other);
  return levels[Math.floor((levels.length - 1) * (1 - sparks))] ?? 255;
}

function isReadable(level: number, veil: number) {
  const ground = level * (1 - veil) + inkOfVeil * veil;
  return (luminance(250) + 0.05) / (luminance(ground) + 0.05) >= contrast;
}

function luminance(level: number) {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
