import type { MetaFunction } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { DeadLink, type Owner, SetupForm, useLink } from '../features/operations/setup/setup-form.tsx';
import { keepSession } from '../session/session.ts';

export const meta: MetaFunction = () => [{ title: '创建站长账号' }, { name: 'robots', content: 'noindex' }];

const check = (token: string) => loadApi.setup.check({ body: { token } });

/** Creates the owner's account by the link printed at first start, then continues in the back office. */
export default function SetupRoute() {
  const link = useLink(check);
  const claim = async (owner: Owner) => {
    keepSession(await httpApi.setup.claim({ body: { token: link.token, ...owner } }));
    location.replace('/admin/setup'); // removes the used link from the history
  };
  return (
    <main id="main" className="wrap setup" data-own-foot>
      <section className="sheet">
        {link.state === 'good' || link.state === 'looking' ? (
          <SetupForm claim={claim} isReady={link.state === 'good'} />
        ) : (
          <DeadLink state={link.state} />
        )}
      </section>
    </main>
  );
}
