import { about } from './about.ts';
import { articles } from './articles.ts';
import { board } from './board.ts';
import { categories } from './categories.ts';
import { home } from './home.ts';
import { hot } from './hot.ts';
import { links } from './links.ts';
import { navigation } from './navigation.ts';
import { says } from './says.ts';
import { setup } from './setup.ts';
import { site } from './site.ts';
import { tags } from './tags.ts';

/** The whole API on one page. */
export const api = { about, articles, board, categories, home, hot, links, navigation, says, setup, site, tags };
