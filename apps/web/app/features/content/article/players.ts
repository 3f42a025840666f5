import { iconElement } from '@mojian/ui/drawn-icon';
import { buttonElement } from '../../../ui/button-element.ts';
import './players.css';

/** Gives the recordings and films of a text the site's own controls; without this script they keep the browser's. */
export function readyPlayers(text: HTMLElement, signal: AbortSignal) {
  for (const figure of text.querySelectorAll<HTMLElement>('.media-sound, .media-film')) {
    const media = figure.querySelector<HTMLMediaElement>('audio, video');
    if (media && !figure.querySelector('.players-track')) furnish(figure, media);
  }
  const onPlay = ({ target }: Event) => {
    for (const other of text.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== target) other.pause();
  };
  text.addEventListener('play', onPlay, { capture: true, signal }); // play events do not bubble
}

function furnish(figure: HTMLElement, media: HTMLMediaElement) {
  media.controls = false;
  const press = pressOf(media);
  const track = trackOf(media);
  const time = timeOf(media);
  const caption = figure.querySelector('figcaption');
  sayFailure(media, caption);
  if (media instanceof HTMLVideoElement) {
    figure.prepend(filmFrame(media, { press, track, time }));
    return;
  }
  const row = rowOf(time, [backButton(media), speedButton(media), downloadLink(media)]);
  figure.prepend(press);
  figure.append(track, row);
}

type Controls = { press: HTMLElement; track: HTMLElement; time: HTMLElement };

/** Milliseconds of a pointer at rest after which the controls of a running film go. */
const restMs = 2500;

function filmFrame(film: HTMLVideoElement, { press, track, time }: Controls) {
  const frame = element('div', 'players-frame');
  const large = pressOf(film);
  large.className = 'players-large';
  const full = iconButton('full', '全屏', () => toggleFull(frame, film));
  const bar = element('div', 'players-bar');
  bar.append(track, rowOf(time, [speedButton(film), muteButton(film), full], press));
  frame.append(film, large, bar);
  film.addEventListener('click', () => toggle(film));
  let rest: ReturnType<typeof setTimeout> | undefined;
  const showBar = () => {
    clearTimeout(rest);
    delete frame.dataset.resting;
    rest = setTimeout(() => Object.assign(frame.dataset, !film.paused && { resting: '' }), restMs);
  };
  for (const kind of ['pointermove', 'pointerdown', 'focusin', 'keydown']) frame.addEventListener(kind, showBar);
  for (const kind of ['play', 'pause']) film.addEventListener(kind, showBar);
  const showState = () => frame.toggleAttribute('data-begun', film.currentTime > 0 || !film.paused);
  for (const kind of ['play', 'seeked']) film.addEventListener(kind, showState);
  return frame;
}

/** On iPhones only the film itself fills the screen, with the system's own controls. */
type PhoneFilm = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function toggleFull(frame: HTMLElement, film: PhoneFilm) {
  if (document.fullscreenElement) return void document.exitFullscreen();
  if (frame.requestFullscreen) return void frame.requestFullscreen().catch(() => {});
  film.webkitEnterFullscreen?.();
}

function toggle(media: HTMLMediaElement) {
  if (media.paused) void media.play().catch(() => {});
  else media.pause();
}

function pressOf(media: HTMLMediaElement) {
  const press = buttonElement('players-press', '', () => toggle(media));
  const show = () => {
    press.ariaLabel = media.paused ? '播放' : '停';
    press.replaceChildren(iconElement(media.paused ? 'play' : 'pause'));
  };
  for (const kind of ['play', 'pause', 'ended']) media.addEventListener(kind, show);
  show();
  return press;
}

/** Length in seconds: as it was found at the upload, until the file is loaded. */
function lengthOf(media: HTMLMediaElement) {
  return Number.isFinite(media.duration) ? media.duration : Number(media.dataset.seconds ?? 0);
}

/** Makes the slider of a place in the recording, over its loudness where that is known. */
function trackOf(media: HTMLMediaElement) {
  const track = element('div', 'players-track');
  const wave = media.dataset.wave;
  const [all, done] = [waveOf(wave), waveOf(wave)];
  done.classList.add('players-done');
  const slider = element('input', 'players-slider');
  Object.assign(slider, { type: 'range', min: '0', step: '1', value: '0', ariaLabel: '进度' });
  const show = () => {
    const length = lengthOf(media);
    slider.max = String(Math.max(1, Math.ceil(length)));
    slider.value = String(Math.floor(media.currentTime));
    slider.ariaValueText = `${clock(media.currentTime)}，共 ${clock(length)}`;
    track.style.setProperty('--done', `${length > 0 ? (media.currentTime / length) * 100 : 0}%`);
  };
  const seek = () => {
    media.currentTime = Number(slider.value);
    show();
  };
  slider.addEventListener('input', () => whenLoaded(media, seek));
  for (const kind of ['timeupdate', 'loadedmetadata', 'seeked']) media.addEventListener(kind, show);
  show();
  track.append(all, done, slider);
  return track;
}

/** A place can be sought only in what has been opened. */
function whenLoaded(media: HTMLMediaElement, seek: () => void) {
  if (media.readyState > 0) return seek();
  media.addEventListener('loadedmetadata', seek, { once: true });
  media.preload = 'metadata';
  media.load();
}

const svg = 'http://www.w3.org/2000/svg';
const step = 4;
const height = 40;

/** Bars of a recording's loudness, or one line where it is not known. */
function waveOf(wave: string | undefined) {
  const drawn = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  const bars = [...(wave ?? '')].map((digit, at) => {
    const tall = 3 + (Number.parseInt(digit, 36) / 35) * (height - 3);
    return `M${at * step + 1} ${(height - tall) / 2}v${tall.toFixed(1)}`;
  });
  drawn.setAttribute('viewBox', `0 0 ${Math.max(1, bars.length) * step} ${height}`);
  drawn.setAttribute('preserveAspectRatio', 'none');
  drawn.setAttribute('aria-hidden', 'true');
  drawn.setAttribute('class', bars.length > 0 ? 'players-wave' : 'players-line');
  path.setAttribute('d', bars.join('') || `M0 ${height / 2}h${step}`);
  drawn.append(path);
  return drawn;
}

function timeOf(media: HTMLMediaElement) {
  const time = element('span', 'players-time');
  const show = () => {
    time.textContent = `${clock(media.currentTime)} / ${clock(lengthOf(media))}`;
  };
  for (const kind of ['timeupdate', 'loadedmetadata', 'seeked']) media.addEventListener(kind, show);
  show();
  return time;
}

/** Such as 04:12, and 1:04:12 from an hour on. */
function clock(seconds: number) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`;
}

function rowOf(time: HTMLElement, controls: HTMLElement[], first?: HTMLElement) {
  const row = element('div', 'players-row');
  const rest = element('span', 'players-rest');
  rest.append(...controls);
  row.append(...(first ? [first] : []), time, rest);
  return row;
}

const backSeconds = 15;

function backButton(media: HTMLMediaElement) {
  return buttonElement('players-act', `退 ${backSeconds} 秒`, () => {
    media.currentTime = Math.max(0, media.currentTime - backSeconds);
  });
}

const speeds = [1, 1.25, 1.5, 2, 0.75];

function speedButton(media: HTMLMediaElement) {
  const button = buttonElement('players-act', '', () => {
    media.playbackRate = speeds[(speeds.indexOf(media.playbackRate) + 1) % speeds.length] ?? 1;
    show();
  });
  const show = () => {
    const shown = `${String(media.playbackRate).padEnd(3, '.0')}×`;
    button.textContent = shown;
    // by voice it is pressed with the words it shows
    button.ariaLabel = `速度 ${shown}`;
  };
  show();
  return button;
}

function muteButton(media: HTMLMediaElement) {
  const button = iconButton('speak', '静音', () => {
    media.muted = !media.muted;
  });
  media.addEventListener('volumechange', () => Object.assign(button, { ariaPressed: String(media.muted) }));
  button.ariaPressed = String(media.muted);
  return button;
}

function iconButton(icon: string, words: string, onPress: () => void) {
  const button = buttonElement('players-act', '', onPress);
  button.ariaLabel = words;
  button.append(iconElement(icon));
  return button;
}

function downloadLink(media: HTMLMediaElement) {
  const link = element('a', 'players-act');
  Object.assign(link, { href: media.src, download: '', ariaLabel: `下载 ${media.ariaLabel ?? ''}` });
  link.append(iconElement('down2'));
  return link;
}

/** A browser without the film's or recording's codec says nothing by itself. */
function sayFailure(media: HTMLMediaElement, caption: Element | null) {
  const onError = () => {
    const words = element('span', 'players-failed');
    words.role = 'status';
    words.textContent = navigator.onLine ? '这里放不了它，可以下载后打开' : '没有网络';
    caption?.append(words);
  };
  media.addEventListener('error', onError, { once: true });
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string) {
  return Object.assign(document.createElement(name), { className });
}
