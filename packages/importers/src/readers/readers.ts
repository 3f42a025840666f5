import type { Reader } from '../form.ts';
import { artalk } from './artalk/artalk.ts';
import { disqus } from './disqus/read.ts';
import { feed } from './feed/read.ts';
import { ghost } from './ghost/ghost.ts';
import { github } from './github/github.ts';
import { halo, haloOne } from './halo/halo.ts';
import { markdown } from './markdown/markdown.ts';
import { notion } from './notion/notion.ts';
import { shiyi } from './shiyi/shiyi.ts';
import { twikoo } from './twikoo/twikoo.ts';
import { typecho } from './typecho/typecho.ts';
import { valine } from './valine/valine.ts';
import { waline } from './waline/waline.ts';
import { wordpress } from './wordpress/read.ts';
import { yuque } from './yuque/yuque.ts';

/** All readers, in the order in which they are tried; the ones that accept any Markdown or feed come last. */
export const readers: readonly Reader[] = [
  ghost,
  halo,
  haloOne,
  wordpress,
  disqus,
  typecho,
  shiyi,
  waline,
  valine,
  twikoo,
  artalk,
  github,
  notion,
  yuque,
  feed,
  markdown,
];
