import { rangeOf, type Sentence } from './sentences.ts';

/** A voice of this device for Chinese, if it has one. */
export function chineseVoice() {
  return globalThis.speechSynthesis?.getVoices().find(({ lang }) => /^(zh|cmn)\b/i.test(lang));
}

/** Calls back whenever voices may have come or gone. */
export function watchVoices(onChange: () => void) {
  const { speechSynthesis } = globalThis;
  speechSynthesis?.addEventListener?.('voiceschanged', onChange);
  return () => speechSynthesis?.removeEventListener?.('voiceschanged', onChange);
}

export const speeds = [0.8, 1, 1.25, 1.5, 2];

type Reading = {
  sentences: Sentence[];
  onSentence: (index: number) => void;
  /** After the last sentence. */
  onEnd: () => void;
  onFailure: () => void;
};

/** Name of the highlight in `book.css`. */
const spoken = 'book-spoken';

/** Speaks a text sentence by sentence, and marks the one that is spoken. */
export class ReadAloud {
  #at = 0;
  /** Counts what was begun: the end of what was cancelled leads nowhere. */
  #turn = 0;
  speed = 1;

  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  get at() {
    return this.#at;
  }

  speakFrom(index: number) {
    const { sentences, onSentence, onEnd, onFailure } = this.#reading;
    speechSynthesis.cancel();
    const turn = ++this.#turn;
    const sentence = sentences[index];
    if (!sentence) return onEnd();
    this.#at = index;
    mark(sentence);
    onSentence(index);
    const speech = new SpeechSynthesisUtterance(sentence.words);
    speech.voice = chineseVoice() ?? null;
    speech.lang = speech.voice?.lang ?? 'zh-CN';
    speech.rate = this.speed;
    speech.addEventListener('end', () => turn === this.#turn && this.speakFrom(index + 1));
    speech.addEventListener('error', () => turn === this.#turn && onFailure());
    speechSynthesis.speak(speech);
  }

  /** Begins the sentence anew when it goes on: not every browser resumes within one. */
  pause() {
    this.#turn++;
    speechSynthesis.cancel();
  }

  stop() {
    this.pause();
    globalThis.CSS.highlights?.delete(spoken);
  }
}

function mark(sentence: Sentence) {
  globalThis.CSS.highlights?.set(spoken, new Highlight(rangeOf(sentence)));
}

type Controls = {
  title: string;
  artist: string;
  album: string;
  play: () => void;
  pause: () => void;
  step: (by: number) => void;
};

/** Tells the lock screen what is read, and answers its buttons. Returns a cleanup function. */
export function showInMediaSession({ title, artist, album, play, pause, step }: Controls) {
  const session = navigator.mediaSession;
  if (!session) return () => {};
  session.metadata = new MediaMetadata({ title, artist, album });
  const handlers: [MediaSessionAction, () => void][] = [
    ['play', play],
    ['pause', pause],
    ['previoustrack', () => step(-1)],
    ['nexttrack', () => step(1)],
  ];
  for (const [action, handler] of handlers) session.setActionHandler(action, handler);
  return () => {
    session.metadata = null;
    for (const [action] of handlers) session.setActionHandler(action, null);
  };
}
