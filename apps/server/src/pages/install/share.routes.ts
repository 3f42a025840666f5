import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptFiles } from '../../platform/http/files.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';

/** Names of the share sheet's words, each cut to fit an address. */
const names = ['title', 'text', 'url'];
const longest = 600;
const limits = { files: 10, fields: 5, fieldSize: 64 * 1024, fileSize: 12 * 1024 * 1024, headerPairs: 20 };
const rateLimit = limitOf({ access: 'anyone', limit: { most: 30, seconds: 60 } });

/**
 * Receives the share sheet's form where the service worker did not, as after its removal: the words go on to the composer,
 * pictures are dropped unread, as nobody is logged in by a form.
 */
export function shareRoute(app: FastifyInstance) {
  app.register(async (scope) => {
    await acceptFiles(scope);
    scope.post('/share', { config: { rateLimit } }, async (request, reply) => {
      const words = await readWords(request).catch(() => {
        throw new Failure('invalid-input', '分享来的内容没有收全，请再分享一次');
      });
      return reply
        .code(303)
        .header('location', `/newSays?${new URLSearchParams(words)}`)
        .send();
    });
  });
}

async function readWords(request: FastifyRequest) {
  const words: Record<string, string> = {};
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') part.file.resume();
    else if (names.includes(part.fieldname)) words[part.fieldname] = String(part.value).slice(0, longest);
  }
  return words;
}
