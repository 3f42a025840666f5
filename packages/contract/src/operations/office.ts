import { z } from 'zod';
import { featureNames } from '../core/features.ts';
import { roles } from '../core/permissions.ts';
import { themes } from '../core/themes.ts';
import { endpoint } from '../platform/endpoint.ts';

/** What waits for somebody, by menu entry. */
const waiting = z.object({
  articles: z.number(),
  comments: z.number(),
  says: z.number(),
  board: z.number(),
  chat: z.number(),
  links: z.number(),
  applications: z.number(),
  feedback: z.number(),
  reports: z.number(),
});

export type Waiting = z.infer<typeof waiting>;

export const office = {
  enter: endpoint({
    method: 'GET',
    path: '/v1/admin/',
    access: 'office.enter',
    about: '进后台的人：是谁、能做什么、有什么等着处理',
    reply: z.object({
      id: z.number(),
      nickname: z.string(),
      avatar: z.string(),
      role: z.enum(roles),
      permissions: z.array(z.string()),
      /** `accent`: as `#rrggbb`, '' for cinnabar. `theme`: of whoever has chosen none. */
      site: z.object({
        name: z.string(),
        logo: z.string(),
        seal: z.enum(['name', 'none']),
        version: z.string(),
        accent: z.string(),
        theme: z.enum(themes),
      }),
      waiting,
      /** What the owner has on. */
      features: z.array(z.enum(featureNames)),
      /** Steps of the set-up that are still due, for who may go through them; 0 once it is over. */
      setupDue: z.number(),
    }),
  }),
};
