import { createHash } from 'node:crypto';
import { playerOf } from '@mojian/markdown/embeds';

const style = 'html,body,iframe{width:100%;height:100%;margin:0;border:0;display:block}';

/** Policy of the frame around another site's player: it shows that site, and nothing else is loaded or run. */
const policyOf = (frames: string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `frame-src ${frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-same-origin allow-popups allow-presentation',
  ].join('; ');

type Args = { params: { site?: string; id?: string } };

/** Document around the player of a video or song elsewhere, which a reader's press has asked for. */
export const loader = ({ params: { site = '', id = '' } }: Args) => {
  const player = playerOf(site, id);
  if (!player)
    return new Response('没有这个播放器', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  const { src, words, frames } = player;
  const address = src.replaceAll('&', '&amp;');
  const frame = `<iframe src="${address}" title="${words}" allow="fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
  const head = `<meta charset="utf-8"><title>${words}</title><style>${style}</style>`;
  return new Response(`<!doctype html><html lang="zh-CN"><head>${head}</head><body>${frame}</body></html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyOf(frames) },
  });
};
