import { articles } from './articles.ts';
import { categories } from './categories.ts';
import { home } from './home.ts';
import { setup } from './setup.ts';
import { site } from './site.ts';
import { tags } from './tags.ts';

/** The whole API on one page. */
export const api = { articles, categories, home, setup, site, tags };
