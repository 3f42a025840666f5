/** Entries read of one directory; cameras write a few dozen. */
const mostEntries = 200;
const longestText = 60;

/** Tags of the main directory and of the camera's. That of the position (0x8825) is not among them. */
const tags = {
  make: 0x010f,
  model: 0x0110,
  cameraDirectory: 0x8769,
  time: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  takenAt: 0x9003,
  focalLength: 0x920a,
  lens: 0xa434,
} as const;

type Entries = Map<number, string | number>;

/**
 * Reads what a camera noted in a picture's EXIF: camera, lens, focal length, aperture, time, ISO and date, as one line.
 * The position is never read, so that it cannot leak. '' where nothing is noted or the EXIF is malformed.
 */
export function readCameraNotes(exif: Buffer): string {
  try {
    return lineOf(readEntries(exif));
  } catch {
    return ''; // a directory that leads out of the buffer
  }
}

function readEntries(exif: Buffer): Entries {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return new Map();
  const reader = new Reader(tiff, order === 'II');
  const main = reader.directory(reader.long(4));
  const camera = main.get(tags.cameraDirectory);
  return typeof camera === 'number' ? new Map([...main, ...reader.directory(camera)]) : main;
}

class Reader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  long(at: number) {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #short(at: number) {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  directory(at: number): Entries {
    const count = Math.min(this.#short(at), mostEntries);
    const wanted = new Set<number>(Object.values(tags));
    const found: Entries = new Map();
    for (let index = 0; index < count; index++) {
      const entry = at + 2 + index * 12;
      const tag = this.#short(entry);
      const value = wanted.has(tag) ? this.#value(entry) : undefined;
      if (value !== undefined) found.set(tag, value);
    }
    return found;
  }

  /** Types 2 text, 3 short, 4 long, 5 fraction. */
  #value(entry: number): string | number | undefined {
    const type = this.#short(entry + 2);
    if (type === 2) return this.#text(entry);
    if (type === 3) return this.#short(entry + 8);
    if (type === 4) return this.long(entry + 8);
    if (type !== 5) return undefined;
    const at = this.long(entry + 8);
    const divisor = this.long(at + 4);
    return divisor === 0 ? undefined : this.long(at) / divisor;
  }

  #text(entry: number): string {
    const length = this.long(entry + 4);
    const at = length <= 4 ? entry + 8 : this.long(entry + 8);
    const text = this.#bytes.toString('utf8', at, Math.min(this.#bytes.length, at + Math.min(length, longestText)));
    return text
      .replace(/\0[\s\S]*/, '')
      .replace(/[\p{C}\ufffd·]/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

function lineOf(entries: Entries): string {
  const text = (tag: number) => String(entries.get(tag) ?? '');
  const number = (tag: number) => {
    const value = Number(entries.get(tag));
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const [aperture, focal, iso] = [number(tags.aperture), number(tags.focalLength), number(tags.iso)];
  const notes = [
    cameraOf(text(tags.make), text(tags.model)),
    text(tags.lens),
    focal && `${rounded(focal)} mm`,
    aperture && `f/${rounded(aperture)}`,
    timeOf(number(tags.time)),
    iso && `ISO ${Math.round(iso)}`,
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d)/.exec(text(tags.takenAt))?.slice(1, 4).join('-'),
  ];
  return notes.filter(Boolean).join(' · ');
}

/** Camera as "maker model", without the maker where the model's name begins with it. */
function cameraOf(make: string, model: string) {
  const first = make.split(' ')[0] ?? '';
  return model.toLowerCase().startsWith(first.toLowerCase()) ? model : `${first} ${model}`.trim();
}

function timeOf(seconds: number | undefined) {
  if (seconds === undefined) return '';
  return seconds < 0.5 ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds)} s`;
}

function rounded(value: number) {
  return String(Math.round(value * 10) / 10);
}
