import { z } from 'zod';

/** The doctor's request as the running site saw it. */
export const seen = z.object({
  /** The visitor's address as the site understood it. */
  address: z.string(),
  forwarded: z.string().nullable(),
  port: z.number(),
  trustProxy: z.number(),
});

export type Seen = z.infer<typeof seen>;
