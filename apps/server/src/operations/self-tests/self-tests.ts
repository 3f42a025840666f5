import type { Provider } from '@mojian/contract/members/social';
import type { SelfTest, SelfTestResult } from '@mojian/contract/operations/self-tests';
import { recording } from '../../core/audit/audit.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Parts } from './parts.ts';
import { tryHot } from './try-hot.ts';
import { tryMail } from './try-mail.ts';
import { tryProvider } from './try-provider.ts';
import { tryWechatAccount } from './try-wechat-account.ts';

type Asked = { what: SelfTest; to?: string | undefined };

/**
 * Does for once what a setting is for, with what is saved. Says in Chinese what came of it; what went wrong is no
 * failure of the call.
 */
export async function runSelfTest(parts: Parts, viewer: Viewer, asked: Asked): Promise<SelfTestResult> {
  const settings = await readSettings(parts.db);
  const result = await tryOut(parts, settings, viewer, asked);
  const record = recording(viewer, { act: 'settings.test', subject: asked.what, after: result });
  await parts.db.transaction().execute(record);
  return result;
}

function tryOut(parts: Parts, settings: Settings, viewer: Viewer, { what, to }: Asked): Promise<SelfTestResult> {
  if (what === 'mail') return tryMail(parts, settings, viewer, to);
  if (what === 'storage') return tryStorage(parts.storage);
  if (what === 'hot') return tryHot(settings);
  if (what === 'wechatAccount') return tryWechatAccount(parts.siteUrl, settings.wechatAccount);
  return tryProvider(parts.siteUrl, what satisfies Provider, settings);
}

async function tryStorage(storage: Storage): Promise<SelfTestResult> {
  try {
    await storage.check();
    return { ok: true, text: '能写，能读，能删' };
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  }
}
