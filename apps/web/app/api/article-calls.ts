import { httpApi, loadApi } from './http-api.ts';
import type { uploadPicture } from './upload.ts';

/** Calls of an article's page, of its comments and its highlights, which a served page needs only after hydration. */
export const articleCalls = {
  calls: { ...httpApi, reading: loadApi.articles },
  highlights: { calls: httpApi.highlights, reading: loadApi.highlights, quoteCards: httpApi.quoteCards },
  comments: {
    calls: httpApi,
    reading: loadApi.comments,
    upload: async (...args: Parameters<typeof uploadPicture>) => (await import('./upload.ts')).uploadPicture(...args),
  },
};
