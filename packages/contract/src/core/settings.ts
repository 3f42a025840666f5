import { z } from 'zod';
import { get, put } from '../platform/endpoint.ts';

const group = z.object({
  name: z.string(),
  /** Fields of the group as the server declares them; secrets are `maskedSecret` or ''. */
  value: z.record(z.string(), z.unknown()),
  /** Changes with every save; a save based on an older one is refused. */
  version: z.string(),
});

export type SettingsGroupValue = z.infer<typeof group>;

export const adminSettings = {
  list: get('/v1/admin/settings/', 'settings.read', {
    about: '全部站点设置，一组一项；密钥只说有没有',
    reply: z.array(group),
  }),
  save: put('/v1/admin/settings/', 'settings.change', {
    about:
      '保存一组设置，别的组不动；密钥原样送回即不变。别人先改过则 409。信、登录、备份与对外地址只有站长能改，须在 10 分钟内确认过密码',
    body: z.object({
      name: z.string('须为一组的名字'),
      value: z.record(z.string(), z.unknown(), '须为这一组的各项'),
      version: z.string('缺少版本'),
    }),
    reply: group,
  }),
};
