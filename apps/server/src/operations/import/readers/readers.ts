import type { Reader } from '../form.ts';
import { wordpress } from './wordpress/read.ts';

/** All systems, in the order in which they are asked; those that take anything of their kind come last. */
export const readers: readonly Reader[] = [wordpress];
