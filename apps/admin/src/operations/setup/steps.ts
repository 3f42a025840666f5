import type { Group } from '@mojian/contract/core/settings-fields/field';
import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import type { SetupStep } from '@mojian/contract/operations/setup-admin';

/** What a step is called, what it is about, and the settings it asks for. */
type Step = { title: string; text: string; group?: Group };

export const steps: Record<SetupStep, Step> = {
  identity: {
    title: '站点',
    text: '别人怎样叫这里。随时可以在站点设置里改。',
    group: part('identity', ['name', 'tagline', 'logo']),
  },
  author: {
    title: '作者',
    text: '首页名片与每篇文章旁边的你。',
    group: part('author', ['name', 'avatar', 'intro']),
  },
  sample: {
    title: '示例内容',
    text: '站里已有几篇文章、说说与友链，示范可以怎样写。可以保留，也可以全部删除。',
  },
  mail: {
    title: '邮件',
    text: '验证码与提醒都靠它寄出。没有发信服务器也能开站，只是验证码、找回密码与提醒都寄不出，新会员注册要你在后台通过。以后再填不迟；填好后，先保存，再发送一封测试邮件。',
    group: part('mail'),
  },
  look: {
    title: '外观',
    text: '纸与墨之外，只有一种颜色。选一种你喜欢的，站里处处随它；再定读者一打开看到的是浅色还是深色。',
    group: part('look'),
  },
};

/** A group of the settings with the fields that a newcomer is asked for, or all. */
function part(name: string, fields?: string[]): Group {
  const whole = groupNamed(name);
  return fields ? { ...whole, fields: whole.fields.filter(({ path }) => fields.includes(path)) } : whole;
}
