import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import { type Found, pictureOf } from './found.ts';

/** Pixels of the picture: three times its place on the card. */
const width = 480;
const tallest = 1200;

/**
 * Draws the first page of a PDF and counts its pages.
 * @throws for a broken one, or one that asks for a password
 */
export async function drawFirstPage(file: Blob, signal: AbortSignal): Promise<Found> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  // no address from which more could be loaded, and nothing but the page: neither forms nor scripts
  const reading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    verbosity: VerbosityLevel.ERRORS,
    useWasm: false,
    enableXfa: false,
    maxImageSize: 50_000_000,
  });
  const stop = () => port.terminate();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([draw(reading.promise), aborted(signal)]);
  } finally {
    stop();
  }
}

async function draw(opening: ReturnType<typeof getDocument>['promise']): Promise<Found> {
  const pdf = await opening;
  const page = await pdf.getPage(1);
  const whole = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(width / whole.width, tallest / whole.height) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport, background: 'white' }).promise;
  return { pages: pdf.numPages, poster: pictureOf(canvas) };
}

function aborted(signal: AbortSignal) {
  return new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
