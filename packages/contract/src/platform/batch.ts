import { z } from 'zod';
import { id } from './fields.ts';

/** What a batch is done to: up to a hundred at once, each once. */
export const ids = z
  .array(id('编号'), '请选择要处理的')
  .min(1, '请选择要处理的')
  .max(100, '一次最多处理 100 个')
  .transform((given) => [...new Set(given)]);

/** Of a batch: how many were done, and why the others were not. */
export const batchResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.number(), why: z.string() })),
});

export type BatchResult = z.infer<typeof batchResult>;
