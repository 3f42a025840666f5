import { createHash } from 'node:crypto';
import { playerOf } from '@mojian/markdown/embeds';
import type { FastifyInstance } from 'fastify';

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

/** Serves the document around the player of a video or song elsewhere, which a reader's press has asked for. */
export function playerFrameRoutes(app: FastifyInstance): void {
  app.get<{ Params: { site: string; id: string } }>('/embed/:site/:id', async ({ params }, reply) => {
    const player = playerOf(params.site, params.id);
    reply.header('x-content-type-options', 'nosniff');
    if (!player) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个播放器');
    const { src, words, frames } = player;
    const address = src.replaceAll('&', '&amp;');
    const frame = `<iframe src="${address}" title="${words}" allow="fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
    const head = `<meta charset="utf-8"><title>${words}</title><style>${style}</style>`;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(frames))
      .header('cache-control', 'no-cache')
      .send(`<!doctype html><html lang="zh-CN"><head>${head}</head><body>${frame}</body></html>`);
  });
}
