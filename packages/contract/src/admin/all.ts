import { adminArticles } from './articles.ts';
import { adminComments } from './comments.ts';
import { office } from './office.ts';
import { adminSettings } from './settings.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = { office, articles: adminArticles, comments: adminComments, settings: adminSettings };
