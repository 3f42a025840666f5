import type { SiteInfo } from '@mojian/contract/core/site';
import { Fragment } from 'react';
import { privacyText } from './privacy-text.ts';

/** The mailbox's number in showList. */
const showsEmail = 1;

export function PrivacyScreen({ site }: { site: SiteInfo }) {
  const email = site.showList.includes(showsEmail) && site.contacts.email;
  return (
    <main id="main" className="wrap privacy">
      <header className="page-head">
        <div>
          <h1>隐私说明</h1>
          <p>{`${site.name} 记下什么、谁看得到、留多久。`}</p>
        </div>
      </header>
      <div className="prose">
        {privacyText.map(({ id, title, lines }) => (
          <Fragment key={id}>
            <h2 id={id}>{title}</h2>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Fragment>
        ))}
        <p>
          还有疑问，或想更正、删除与你有关的内容，请联系{site.authorName}
          {email && (
            <>
              ：<a href={`mailto:${email}`}>{email}</a>
            </>
          )}
          。
        </p>
      </div>
    </main>
  );
}
