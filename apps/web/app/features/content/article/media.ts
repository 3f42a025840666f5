import { describeEmbed, type Embed, embedOf } from '@mojian/markdown/embeds';

/** Readies files, players and cards of a text: a PDF is viewed, and a video elsewhere plays, once the reader asks for it. */
export function readyMedia(text: HTMLElement, signal: AbortSignal) {
  // loaded from here, so that an article's own script does not name their styles
  void import('./media.css');
  void import('./print-players.ts').then(({ notePlayers }) => notePlayers(text));
  if (text.querySelector('.media-sound, .media-film'))
    void import('./players.ts').then(({ readyPlayers }) => readyPlayers(text, signal));
  for (const link of text.querySelectorAll<HTMLAnchorElement>('.media-embed > a')) addPlay(link);
  if (navigator.pdfViewerEnabled) for (const card of text.querySelectorAll('.media-pdf')) addView(card, signal);
  const onPress = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest('.media-embed > :is(a, .media-play)');
    const link = pressed?.parentElement?.querySelector('a');
    const embed = link && embedOf(link.href);
    if (!embed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    play(link, embed);
  };
  text.addEventListener('click', onPress, { signal });
}

/** Adds a button that opens and closes the PDF in its place, by the browser's own viewer. */
function addView(card: Element, signal: AbortSignal) {
  const link = card.querySelector('a');
  if (!link || card.querySelector('.media-view')) return;
  const view = document.createElement('button');
  view.type = 'button';
  view.className = 'btn btn-sm media-view';
  const show = (isOpen: boolean) => {
    view.textContent = isOpen ? '收起' : '先看看';
    view.setAttribute('aria-expanded', String(isOpen));
  };
  const onClick = () => {
    const shown = card.querySelector('.media-frame');
    if (shown) shown.remove();
    else card.append(frameOf(viewAddress(link.href), `预览：${link.querySelector('b')?.textContent}`));
    show(!shown);
  };
  show(false);
  view.addEventListener('click', onClick, { signal });
  card.append(view);
}

/** Adds a button that says where it plays: the link leads away where there is no script. */
function addPlay(link: HTMLAnchorElement) {
  const embed = embedOf(link.href);
  if (!embed || link.parentElement?.querySelector('.media-play')) return;
  const play = document.createElement('button');
  Object.assign(play, { type: 'button', className: 'btn btn-sm media-play' });
  play.textContent = describeEmbed(embed).isSound ? '在这里听' : '在这里播放';
  link.after(play);
}

function viewAddress(address: string) {
  return `${address}${address.includes('?') ? '&' : '?'}view=1`;
}

/** The player needs scripts and its own origin; a frame of this site around it, with a policy of its own, holds both. */
const allowed = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-presentation'];

function play(link: HTMLAnchorElement, embed: Embed) {
  const { host, words, isSound, isShort } = describeEmbed(embed);
  const frame = frameOf(`/embed/${embed.site}/${embed.id}`, link.textContent || words);
  frame.sandbox.add(...allowed);
  frame.allow = 'fullscreen; encrypted-media; picture-in-picture';
  if (isSound && !isShort) frame.classList.add('media-list');
  const card = link.parentElement;
  const out = document.createElement('a');
  Object.assign(out, { href: link.href, target: '_blank', rel: 'noopener noreferrer', className: 'media-out' });
  out.textContent = `在 ${host} 打开`;
  card?.replaceChildren(frame, out);
  frame.focus();
}

function frameOf(address: string, title: string) {
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: address, title, className: 'media-frame' });
  return frame;
}
