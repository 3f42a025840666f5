import { features } from './groups/features.ts';
import { keeping } from './groups/keeping.ts';
import { order } from './groups/order.ts';
import { outside } from './groups/outside.ts';
import { traffic } from './groups/traffic.ts';

/** What the owner may set, one row a group. Every field has a default, so a group gains fields without a migration. */
export const groups = { features, ...outside, ...traffic, ...order, ...keeping };
