import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

const site = z.object({
  id: z.number(),
  name: z.string(),
  /** http or https. */
  url: z.string(),
  info: z.string(),
  /** Address of a picture, or '' when it is drawn from the name. */
  logo: z.string(),
  clicks: z.number(),
});

const group = z.object({ id: z.number(), name: z.string(), sites: z.array(site) });

export type NavigationSite = z.infer<typeof site>;
export type NavigationGroup = z.infer<typeof group>;

export const navigation = {
  list: endpoint({
    method: 'GET',
    path: '/v1/site/getNavigations',
    feature: 'navigation',
    access: 'anyone',
    about: '网站导航：各组与组里的站',
    reply: z.array(group),
  }),
  visit: endpoint({
    method: 'GET',
    path: '/v1/site/visitNavigation',
    feature: 'navigation',
    access: 'anyone',
    about: '记一次点击：同一访客十分钟内点同一个站只算一次',
    query: z.object({ id: id('站点编号') }),
    reply: z.null(),
  }),
};
