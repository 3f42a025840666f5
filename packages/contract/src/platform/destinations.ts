import { z } from 'zod';
import { id, time, written } from './fields.ts';

// Destinations outside the site: where alerts are sent, and where backups are uploaded.

/** Kind of destination, as the owner sets it up. */
export type DestinationKind = {
  name: string;
  /** Character that stands for it. */
  mark: string;
  steps: readonly [string, string, string];
  /** Labels of its fields. */
  address: string;
  username?: string;
  secret?: string;
  /** An address, as a hint. */
  example: string;
  /** Whether it is never in the own network. */
  isPublic?: boolean;
};

const url = written('地址', 600, '地址过长');
const name = z.string('请输入名字').trim().max(30, '名字不能超过 30 个字');
const allowPrivate = z.boolean('「允许内网地址」须是 true 或 false');
const isOn = z.boolean('「开着」须是 true 或 false');

/** Fields of every new destination. */
export const newDestination = { url, name: name.default(''), allowPrivate: allowPrivate.default(false) };

/** Changes of a stored destination; what is not given stays. */
export const changedDestination = {
  id: id('编号'),
  url: url.optional(),
  name: name.optional(),
  allowPrivate: allowPrivate.optional(),
  isOn: isOn.optional(),
};

/** Fields of a trial: of a new destination, or of a stored one (`id`) with what was changed. */
export const triedDestination = {
  id: id('编号').optional(),
  url: url.optional(),
  allowPrivate: allowPrivate.optional(),
};

/** Outcome of a trial. A refusal of the other side is one, in Chinese. */
export const trialReply = z.object({ ok: z.boolean(), text: z.string() });

/** Fields of a stored destination as it is listed. */
export const shownDestination = {
  id: z.number(),
  name: z.string(),
  /** Shows where it is without what would let others in. */
  target: z.string(),
  hasSecret: z.boolean(),
  allowPrivate: z.boolean(),
  isOn: z.boolean(),
  /** '' while all is well; else in Chinese, since `failingSince`. */
  failure: z.string(),
  failingSince: time.nullable(),
};
