import type { Feature } from '../../platform/features.ts';
import { appearance } from './appearance.ts';
import { contactAndLogin } from './contact-and-login.ts';
import { contentAndModeration } from './content-and-moderation.ts';
import type { Group, Section } from './field.ts';
import { systemAndMail } from './system-and-mail.ts';

const onOff = <const Path extends Feature>(path: Path, label: string, hint: string) =>
  ({ path, label, hint, kind: 'switch', default: true }) as const;

/** Feature switches. */
const features = {
  title: '功能',
  groups: [
    {
      name: 'features',
      title: '功能',
      about: '关掉的，页面打不开，菜单、首页与后台里都不再出现；写过的都留着，打开就回来',
      fields: [
        onOff('says', '说说', '关掉后没有说说一页，首页的「近况」、个人页里的说说与它们的评论也都收起'),
        onOff('board', '留言板', '关掉后谁也不能留言，从前的留言不再显示'),
        onOff('hot', '热搜', '关掉后没有热搜一页，本站也不再去各家网站取'),
        onOff('navigation', '导航', '关掉后没有网站导航一页'),
        onOff('links', '友链', '关掉后不显示友链，不收申请，也不再每天查看它们还在不在'),
        {
          ...onOff(
            'neighbours',
            '友邻',
            '打开后，本站每小时去各家友链的订阅里取新文章的标题，放在「友邻」一页、友链与首页；只取标题，不取图片。没打开时不连接任何一家。也要开着友链',
          ),
          default: false,
        },
        onOff('group', '聊天室', '所有会员在一起说话的那一间；对谁开放，在「公共聊天室」里'),
        onOff('privateChat', '私聊', '关掉后会员之间不能私下说话，说过的看不到；聊天室也关掉时，没有聊天一页'),
        onOff('series', '专栏', '关掉后文章照常可读，只是不再编进专栏'),
        onOff(
          'highlights',
          '划线与想法',
          '读者选中文章里的一句，可以划线、写想法。关掉后都收起，写过的想法仍在评论里；一篇文章可以在它的发布设置里单独关',
        ),
        {
          path: 'comments',
          label: '评论',
          hint: '审核：等管理的人看过才显示。关闭：已有的照常显示，不能再写。不显示：文章、页面与说说下面都没有评论。一篇文章只能比这里更严，在它的发布设置里',
          kind: 'choice',
          options: { open: '开放', first: '每人第一条审核', review: '每一条审核', closed: '关闭', hidden: '不显示' },
          default: 'open',
        },
        {
          path: 'registration',
          label: '注册',
          hint: '审核：申请后等你通过。邀请：要有你发的邀请码。关闭：不收新会员；社交账号与微信第一次登录也照此，已有的会员照常登录',
          kind: 'choice',
          options: { open: '开放', review: '审核', invite: '邀请', closed: '关闭' },
          default: 'open',
        },
      ],
    },
  ],
} as const satisfies Section;

const all = [features, appearance, contactAndLogin, contentAndModeration, systemAndMail] as const;

/** A group with the literal types of its fields, of which the server makes the type of the settings. */
export type DeclaredGroup = (typeof all)[number]['groups'][number];

/** Every group of the site's settings, in display order. */
export const sections: readonly Section[] = all;

export const allGroups = sections.flatMap(({ groups }) => groups);

/** Finds a group by name. @throws Error for an unknown one. */
export function groupNamed(name: string): Group {
  const group = allGroups.find((one) => one.name === name);
  if (!group) throw new Error(`no group ${name}`);
  return group;
}

/**
 * Settings only the owner may change, as a group or a field. Whoever controls outgoing mail or login providers could
 * take over the owner's account; the other addresses are fetched by the server from inside its network.
 */
const ownerSettings = [
  'mail',
  'social',
  'passkeyOnly',
  'wechatAccount',
  'backup',
  'hot',
  'system.updates',
  'system.updatesUrl',
];

/** Whether only the owner may change this group, or the field at `path`. */
export function isOwnersOnly(group: string, path = '') {
  return ownerSettings.includes(group) || ownerSettings.includes(`${group}.${path}`);
}
