import { adminArticles } from './articles.ts';
import { adminCategories } from './categories.ts';
import { adminComments } from './comments.ts';
import { office } from './office.ts';
import { adminSettings } from './settings.ts';
import { adminTags } from './tags.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  articles: adminArticles,
  categories: adminCategories,
  comments: adminComments,
  settings: adminSettings,
  tags: adminTags,
};
