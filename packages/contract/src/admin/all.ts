import { adminComments } from './comments.ts';
import { office } from './office.ts';
import { selfTests } from './self-tests.ts';
import { adminSettings } from './settings.ts';
import { adminSetup } from './setup.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = { office, comments: adminComments, selfTests, settings: adminSettings, setup: adminSetup };
