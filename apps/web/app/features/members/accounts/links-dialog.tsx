import type { Me, Way } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import { type Provider, providerNames, providerNumbers } from '@mojian/contract/core/social-providers';
import type { SocialLink } from '@mojian/contract/members/social';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask, CardDialog } from '../../../ui/card-dialog.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { usePasswordConfirmation } from './confirm-password.tsx';

type Props = {
  me: Me;
  links: SocialLink[];
  change: (links: SocialLink[]) => void;
  site: SiteInfo;
  calls: CallsOf<'accounts' | 'social'>;
  /** Navigates to the provider, which returns the member here. */
  leaveFor: (address: string) => void;
  close: () => void;
};

export function LinksDialog({ me, links, change, site, calls, leaveFor, close }: Props) {
  const [leaving, setLeaving] = useState<SocialLink>();
  const { isBusy, refusal, send } = useSending();
  const { confirmed: withPassword, passwordDialog: asking } = usePasswordConfirmation({ me, calls });
  const link = (type: Provider) =>
    send(async () => leaveFor(await withPassword(() => calls.social.startLinking({ params: { type } }))));
  const unlink = ({ provider }: SocialLink) => {
    setLeaving(undefined);
    return send(async () => {
      await calls.social.unlink({ query: { provider } });
      change(links.filter((one) => one.provider !== provider));
    });
  };
  const open = offeredLinks(site).filter((provider) => !links.some((one) => one.provider === provider));
  return (
    <CardDialog title="绑定" line="绑定之后，用哪一个登录都是同一个你。" close={close} wide>
      <ul className="account-entries">
        {links.map((one) => (
          <Row key={one.provider} provider={one.provider} name={one.name || '已绑定'}>
            <button className="account-link" type="button" onClick={() => setLeaving(one)} aria-disabled={isBusy}>
              解除<span className="visually-hidden">{linkSigns[one.provider].words}</span>
            </button>
          </Row>
        ))}
        {open.map((provider) => (
          <Row key={provider} provider={provider} name="未绑定">
            <button className="btn btn-sm" type="button" onClick={() => link(provider)} aria-disabled={isBusy}>
              绑定<span className="visually-hidden">{linkSigns[provider].words}</span>
            </button>
          </Row>
        ))}
      </ul>
      {links.length + open.length === 0 && <p className="sub">站长还没有开放第三方登录。</p>}
      {refusal && <p className="error">{refusal.message}</p>}
      {asking}
      {leaving && (
        <Ask
          question={`解除${linkSigns[leaving.provider].words}？`}
          about="解除之后，不能再用它登录这个账号。"
          yes="解除"
          onYes={() => unlink(leaving)}
          close={() => setLeaving(undefined)}
        />
      )}
    </CardDialog>
  );
}

type RowProps = { provider: SocialLink['provider']; name: string; children: React.ReactNode };

function Row({ provider, name, children }: RowProps) {
  const { words, icon } = linkSigns[provider];
  return (
    <li>
      <Icon name={icon} />
      <div>
        <b>{words}</b>
        <p className="meta">{name}</p>
      </div>
      {children}
    </li>
  );
}

type Sign = { words: string; icon: string };

/** Name and icon of each provider. */
export const linkSigns: Record<SocialLink['provider'], Sign> = {
  qq: { words: providerNames.qq, icon: 'qq' },
  gitee: { words: providerNames.gitee, icon: 'gitee' },
  weibo: { words: providerNames.weibo, icon: 'wb' },
  wechat: { words: providerNames.wechat, icon: 'wx' },
  github: { words: providerNames.github, icon: 'git' },
  'wechat-account': { words: '微信公众号', icon: 'wx' },
};

/** Login method of a session. */
export const wayWords: Record<Way, string> = {
  password: '密码登录',
  code: '验证码登录',
  qq: 'QQ 登录',
  weibo: '微博登录',
  gitee: 'Gitee 登录',
  wechat: '微信登录',
  github: 'GitHub 登录',
  'wechat-account': '公众号登录',
  passkey: '通行密钥登录',
};

/** Providers with a login page; WeChat may be offered by the official account alone. */
export function offeredLinks({ loginTypeList, wechatWays }: Pick<SiteInfo, 'loginTypeList' | 'wechatWays'>) {
  const all = Object.keys(providerNumbers) as Provider[];
  return all.filter(
    (provider) => loginTypeList.includes(providerNumbers[provider]) && (provider !== 'wechat' || wechatWays.page),
  );
}
