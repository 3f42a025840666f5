import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '../../../../ui/toast.ts';
import type { OpenBook } from './open-book.ts';
import { chineseVoice, ReadAloud, showInMediaSession, speeds, watchVoices } from './read-aloud.ts';

type Speech = 'off' | 'speaking' | 'paused';

const nobody = () => false;

/** Reads the open book aloud. Without a voice for Chinese on this device `canSpeak` is false. */
export function useReadAloud(book: OpenBook | undefined, article: ArticleInfo, site: SiteInfo, next?: string) {
  const canSpeak = useSyncExternalStore(watchVoices, () => chineseVoice() !== undefined, nobody);
  const [stopsAtEnd, setStopsAtEnd] = useState(true);
  const navigate = useNavigate();
  const reader = useReader(book, () => {
    if (!stopsAtEnd && next) navigate(`${next}/read`, { state: { aloud: reader.speed } });
  });
  const { speech, play, pause, step } = reader;
  const words = { title: article.title, artist: article.author.nickname, album: site.name };
  useMediaSession(speech !== 'off', words, { play, pause, step });
  const { state } = useLocation();
  const goOn = useEffectEvent(() => {
    if (!book || !canSpeak || !state?.aloud) return;
    setStopsAtEnd(false);
    reader.setSpeed(state.aloud);
    reader.speakFrom(0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on from the article before, once the book can be read
  useEffect(() => goOn(), [book, canSpeak]);
  return { ...reader, canSpeak, stopsAtEnd, setStopsAtEnd };
}

export type Aloud = ReturnType<typeof useReadAloud>;

function useReader(book: OpenBook | undefined, onRead: () => void) {
  const [speech, setSpeech] = useState<Speech>('off');
  const [speed, setShownSpeed] = useState(1);
  const reader = useRef<ReadAloud>(undefined);
  const speakFrom = (index: number) => {
    setSpeech('speaking');
    reader.current?.speakFrom(Math.max(0, index));
  };
  const stop = () => {
    reader.current?.stop();
    setSpeech('off');
  };
  const onEnd = useEffectEvent(() => {
    stop();
    onRead();
  });
  const onFailure = useEffectEvent(() => {
    stop();
    toast('error', '这台设备没能读出来，请重试');
  });
  useEffect(() => {
    if (!book) return;
    const own = new ReadAloud({
      sentences: book.sentences,
      onSentence: book.showSentence,
      onEnd: () => onEnd(),
      onFailure: () => onFailure(),
    });
    reader.current = own;
    const end = () => own.stop();
    addEventListener('pagehide', end);
    return () => {
      removeEventListener('pagehide', end);
      own.stop();
    };
  }, [book]);
  const setSpeed = (wanted: number) => {
    setShownSpeed(wanted);
    if (reader.current) reader.current.speed = wanted;
    if (speech === 'speaking') speakFrom(reader.current?.at ?? 0);
  };
  return {
    speech,
    speed,
    speakFrom,
    stop,
    setSpeed,
    play: () => book && speakFrom(speech === 'off' ? book.here() : (reader.current?.at ?? 0)),
    pause: () => {
      reader.current?.pause();
      setSpeech('paused');
    },
    step: (by: number) => speakFrom((reader.current?.at ?? 0) + by),
    changeSpeed: () => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1),
  };
}

type Words = { title: string; artist: string; album: string };
type Acts = Pick<Aloud, 'play' | 'pause' | 'step'>;

function useMediaSession(isOn: boolean, words: Words, acts: Acts) {
  const show = useEffectEvent(() => {
    const [play, pause, step] = [() => acts.play(), () => acts.pause(), (by: number) => acts.step(by)];
    return showInMediaSession({ ...words, play, pause, step });
  });
  useEffect(() => (isOn ? show() : undefined), [isOn]);
}
