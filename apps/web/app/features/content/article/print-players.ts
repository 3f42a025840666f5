import './print-players.css';

/** Adds to each recording and video a line for the printer: title, length and address. */
export function notePlayers(text: HTMLElement) {
  for (const player of text.querySelectorAll<HTMLMediaElement>('audio, video')) {
    const line = document.createElement('span');
    line.className = 'print-players-line';
    const write = () => {
      const kind = player.localName === 'video' ? '视频' : '录音';
      const title = player.ariaLabel || player.title || fileName(player.currentSrc || player.src);
      line.textContent = [kind, title, lengthOf(player), player.currentSrc || player.src].filter(Boolean).join(' · ');
    };
    write();
    player.addEventListener('loadedmetadata', write);
    player.after(line);
  }
}

const fileName = (address: string) => decodeURIComponent(address.split(/[?#]/)[0]?.split('/').at(-1) ?? '');

/** Such as 3:07; '' until it is known. */
function lengthOf({ duration }: HTMLMediaElement) {
  if (!Number.isFinite(duration)) return '';
  const seconds = Math.round(duration);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
