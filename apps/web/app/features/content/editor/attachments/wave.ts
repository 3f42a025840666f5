/** Bars that are drawn of a recording. */
const bars = 120;
const digits = 36;

/** Loudness of a recording from beginning to end, a base-36 digit a bar, the loudest 'z'; '' for silence. */
export function findWave(samples: Float32Array): string {
  const each = Math.max(1, Math.floor(samples.length / bars));
  const loudness = Array.from({ length: Math.min(bars, samples.length) }, (_, bar) =>
    meanOf(samples.subarray(bar * each, (bar + 1) * each)),
  );
  const most = Math.max(...loudness);
  if (!(most > 0)) return '';
  return loudness.map((one) => Math.round((one / most) * (digits - 1)).toString(digits)).join('');
}

/** Root of the mean square, as ears hear it. */
function meanOf(samples: Float32Array) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
