import { readKept, writeKept } from '../../../../kept-json.ts';

const name = 'chat sound';

/** Whether this device rings. Off until somebody turns it on. */
export function hasSound(): boolean {
  return readKept<boolean>('localStorage', name) ?? false;
}

/** Turned on by a press, which is when browsers let a page make sounds. */
export function keepSound(isOn: boolean) {
  writeKept('localStorage', name, isOn || undefined);
  if (isOn) ring();
}

let audio: AudioContext | undefined;

/** Two short notes of a small bell, drawn rather than fetched. */
export function ring() {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const begin = audio.currentTime + 0.02;
    for (const [pitch, after] of [
      [880, 0],
      [1318.5, 0.09],
    ] as const)
      note(audio, pitch, begin + after);
  } catch {
    // a device without sound stays silent
  }
}

function note(to: AudioContext, pitch: number, at: number) {
  const tone = to.createOscillator();
  const volume = to.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.08, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.45);
  tone.connect(volume).connect(to.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}
