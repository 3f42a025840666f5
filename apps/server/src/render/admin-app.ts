import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const folder = resolve(import.meta.dirname, '../../../admin/build');

/**
 * The back office under /admin: one page, the same for every address below it. antd writes its styles while it runs, so
 * each answer carries a nonce of its own for them; nothing of the page is anybody's, all of it comes by calls.
 */
export async function adminApp(app: FastifyInstance) {
  const page = await readFile(resolve(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: resolve(folder, 'assets'),
    prefix: '/admin/assets/',
    decorateReply: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
  });
  for (const url of ['/admin', '/admin/*'])
    app.get(url, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy(nonce) })
        .send(page.replace('__NONCE__', nonce));
    });
}

function policy(nonce: string) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
