import { z } from 'zod';
import { address, email, text, whole, yesOrNo } from './kinds.ts';

/** What the site runs on. */
export const keeping = {
  /** The server letters go out through. Without a host, that of SMTP_URL; without both, letters stay here. */
  mail: z
    .object({
      host: z
        .string('须为文字')
        .trim()
        .max(200, '不能超过 200 个字')
        .regex(/^([\w.-]+|\[[\da-f:.]+\])?$/i, '须为服务器的名字，如 smtp.example.com')
        .default(''),
      port: whole(1, 65_535).default(465),
      /** Encrypted from the first byte, as on port 465; without it, as soon as the server offers it. */
      secure: yesOrNo.default(true),
      user: text(200),
      password: text(500),
      from: email,
    })
    .refine(({ host, from, user }) => host === '' || /^[^\s<>"@]+@[^\s<>"@]+$/.test(from || user), {
      error: '须填发件邮箱，或者用户名就是邮箱',
      path: ['from'],
    }),
  /** How often the site backs itself up into DATA_DIR/backups, and how many of these it keeps. */
  backup: z.object({
    every: z.enum(['never', 'day', 'week'], '须为 never、day 或 week').default('day'),
    keep: whole(1, 365).default(7),
  }),
  /**
   * `maintenance`: readers read on, and nobody but the staff changes anything. `updates`: whether the site asks `updatesUrl`
   * once a day for a newer version; off, it asks nobody.
   */
  system: z
    .object({
      maintenance: yesOrNo.default(false),
      maintenanceText: text(200),
      updates: yesOrNo.default(false),
      updatesUrl: address,
    })
    .refine(({ updates, updatesUrl }) => !updates || updatesUrl !== '', {
      message: '请填写检查更新的地址',
      path: ['updatesUrl'],
    }),
  /** `base`: address of a DailyHotApi service asked instead of the sources themselves. */
  hot: z.object({ base: address }),
};
