import type { Me } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Provider, SocialLink } from '@mojian/contract/members/social';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { Ask } from '../../../ui/ask.tsx';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { useConfirmed } from './use-confirmed.tsx';
import { linkSigns, offeredLinks } from './ways.ts';

type Props = {
  me: Me;
  links: SocialLink[];
  change: (links: SocialLink[]) => void;
  site: SiteInfo;
  calls: CallsOf<'accounts' | 'social'>;
  /** Leaves for the provider's page, from where the member comes back here. */
  leaveFor: (address: string) => void;
  close: () => void;
};

/** Accounts elsewhere that open this one. */
export function LinksDialog({ me, links, change, site, calls, leaveFor, close }: Props) {
  const [leaving, setLeaving] = useState<SocialLink>();
  const { isBusy, refusal, send } = useSending();
  const { confirmed, asking } = useConfirmed({ me, calls });
  const link = (type: Provider) =>
    send(async () => leaveFor(await confirmed(() => calls.social.startLinking({ params: { type } }))));
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
      <ul className="entries">
        {links.map((one) => (
          <Row key={one.provider} provider={one.provider} name={one.name || '已绑定'}>
            <button className="link-b" type="button" onClick={() => setLeaving(one)} aria-disabled={isBusy}>
              解除<span className="vh">{linkSigns[one.provider].words}</span>
            </button>
          </Row>
        ))}
        {open.map((provider) => (
          <Row key={provider} provider={provider} name="未绑定">
            <button className="btn sm" type="button" onClick={() => link(provider)} aria-disabled={isBusy}>
              绑定<span className="vh">{linkSigns[provider].words}</span>
            </button>
          </Row>
        ))}
      </ul>
      {links.length + open.length === 0 && <p className="sub">站长还没有开放第三方登录。</p>}
      {refusal && <p className="err">{refusal.message}</p>}
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
