import { z } from 'zod';
import { del, get, ofFeature, put } from '../platform/endpoint.ts';
import { id, perhapsPicture, webAddress, wholeNumber, written } from '../platform/fields.ts';

const site = z.object({
  id: z.number(),
  name: z.string(),
  /** http or https. */
  url: z.string(),
  info: z.string(),
  /** Address of a picture; '' draws one from the name. */
  logo: z.string(),
  clicks: z.number(),
});

const group = z.object({ id: z.number(), name: z.string(), sites: z.array(site) });

export type NavigationSite = z.infer<typeof site>;
export type NavigationGroup = z.infer<typeof group>;

export const navigation = ofFeature('navigation', {
  list: get('/v1/site/getNavigations', 'anyone', {
    about: '网站导航：各组与组里的站',
    reply: z.array(group),
  }),
  visit: get('/v1/site/visitNavigation', 'anyone', {
    about: '记一次点击：同一访客十分钟内点同一个站只算一次',
    query: z.object({ id: id('站点编号') }),
  }),
});

const siteRow = z.object({
  id: z.number(),
  groupId: z.number(),
  name: z.string(),
  url: z.string(),
  info: z.string(),
  logo: z.string(),
  clicks: z.number(),
  version: z.number(),
});
const groupRow = z.object({ id: z.number(), name: z.string(), version: z.number(), sites: z.array(siteRow) });

export type NavigationSiteRow = z.infer<typeof siteRow>;
export type NavigationGroupRow = z.infer<typeof groupRow>;

/** `id` is omitted for a new row. `version` is the one the edit is based on. */
const known = { id: id('编号').optional(), version: wholeNumber('版本').or(z.literal(0)).default(0) };

export const adminNavigation = ofFeature('navigation', {
  list: get('/v1/admin/navigation/', 'navigation.manage', {
    about: '导航的组与站，空的组也在',
    reply: z.array(groupRow),
  }),
  saveGroup: put('/v1/admin/navigation/groups', 'navigation.manage', {
    about: '加一组，或改一组的名字',
    body: z.object({ ...known, name: written('组名', 30) }),
    reply: z.object({ id: z.number() }),
  }),
  removeGroup: del('/v1/admin/navigation/groups', 'navigation.manage', {
    about: '删除一组，连同组里的站',
    query: z.object({ id: id('组的编号') }),
  }),
  saveSite: put('/v1/admin/navigation/sites', 'navigation.manage', {
    about: '加一个站，或改一个站',
    body: z.object({
      ...known,
      groupId: id('组的编号'),
      name: written('站名', 30),
      url: webAddress('网址'),
      info: z.string().trim().max(100, '简介不能超过 100 个字').default(''),
      logo: perhapsPicture('图标地址'),
    }),
    reply: z.object({ id: z.number() }),
  }),
  removeSite: del('/v1/admin/navigation/sites', 'navigation.manage', {
    about: '删除一个站',
    query: z.object({ id: id('站点编号') }),
  }),
  arrange: put('/v1/admin/navigation/order', 'navigation.manage', {
    about: '排好组与站的先后：须列出每一个',
    body: z.object({
      groups: z.array(z.object({ id: id('组的编号'), siteIds: z.array(id('站点编号')) })).max(500),
    }),
  }),
});
