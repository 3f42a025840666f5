import { z } from 'zod';
import { coverStyles, pigments } from '../core/pigments.ts';
import { del, get, post, put } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { longestName } from '../platform/rules.ts';

const pigment = z.enum(pigments, '没有这种颜料');
const coverStyle = z.enum(coverStyles, '封面须为画或大字');

export const category = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  articles: z.number(),
  /** Colour of its articles' drawn covers and of its mark. */
  pigment,
});

export type Category = z.infer<typeof category>;

export const categories = {
  list: get('/v1/category/', 'anyone', {
    scope: ['read', 'draft'],
    about: '全部分类与篇数',
    reply: z.array(category),
  }),
  names: get('/v1/category/names', 'member', {
    scope: ['read', 'draft'],
    about: '可以选的分类的名字，按站长排的顺序，也有还没文章的',
    reply: z.array(z.string()),
  }),
};

const row = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  pigment,
  coverStyle,
  /** All articles except those in the trash. */
  articles: z.number(),
});

export type CategoryRow = z.infer<typeof row>;

const name = z
  .string('请输入分类名')
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1, '请输入分类名').max(longestName, `分类名不能超过 ${longestName} 个字`));
const intro = z.string('简介须为文字').trim().max(200, '简介不能超过 200 个字').default('');
/** Without a pigment a new category takes the next free one, and another keeps its own. */
const nameAndIntro = z.object({
  name,
  intro,
  pigment: pigment.optional(),
  coverStyle: coverStyle.optional(),
});

export const adminCategories = {
  list: get('/v1/admin/categories/', 'taxonomy.manage', {
    about: '全部分类，按站长排的顺序，也有没文章的',
    reply: z.array(row),
  }),
  create: post('/v1/admin/categories/', 'taxonomy.manage', {
    about: '新建一个分类，排在最后',
    body: nameAndIntro,
    reply: z.object({ id: z.number() }),
  }),
  update: put('/v1/admin/categories/', 'taxonomy.manage', {
    about: '改名字与简介，草稿里写的也跟着改；before 是改之前看到的，别人先改过则 409',
    body: nameAndIntro.extend({
      id: id('分类编号'),
      before: z.object(
        { name: z.string(), intro: z.string(), pigment: pigment.optional(), coverStyle: coverStyle.optional() },
        '缺少原来的样子',
      ),
    }),
  }),
  order: put('/v1/admin/categories/order', 'taxonomy.manage', {
    about: '排顺序；ids 须恰是全部分类，否则 409',
    body: z.object({ ids: z.array(id('分类编号'), '顺序须为一列分类编号').max(1000, '分类太多') }),
  }),
  remove: del('/v1/admin/categories/', 'taxonomy.manage', {
    about: '删除一个分类；其中的文章移到 to，没给则不归类',
    query: z.object({ id: id('分类编号'), to: id('分类编号').optional() }),
    reply: z.object({ moved: z.number() }),
  }),
};
