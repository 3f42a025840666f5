import { z } from 'zod';
import { isBlank } from '../platform/blank.ts';

/** Why a member reports what somebody wrote. */
export const reportReason = z
  .string('请说明理由')
  .trim()
  .refine((text) => !isBlank(text), '请说明理由')
  .refine((text) => [...text].length <= 200, '理由不能超过 200 个字');
