import type { Reader } from '@mojian/importers/form';
import { readers as ofOtherSystems } from '@mojian/importers/readers/readers';
import { mojian } from './readers/mojian/mojian.ts';

/** All readers, in the order in which they are tried. */
export const readers: readonly Reader[] = [mojian, ...ofOtherSystems];
