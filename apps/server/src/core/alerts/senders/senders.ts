import type { AlertKind } from '@mojian/contract/core/alert-kinds';
import { sendToBark } from './bark.ts';
import { sendToDingtalk } from './dingtalk.ts';
import { sendToFeishu } from './feishu.ts';
import { sendByMail } from './mail.ts';
import { sendToNtfy } from './ntfy.ts';
import type { Sender } from './sender.ts';
import { sendToServerchan } from './serverchan.ts';
import { sendToTelegram } from './telegram.ts';
import { sendToWebhook } from './webhook.ts';
import { sendToWecom } from './wecom.ts';

/** Sender of each kind of alert. */
export const senders: Record<AlertKind, Sender> = {
  wecom: sendToWecom,
  dingtalk: sendToDingtalk,
  feishu: sendToFeishu,
  serverchan: sendToServerchan,
  bark: sendToBark,
  telegram: sendToTelegram,
  ntfy: sendToNtfy,
  mail: sendByMail,
  webhook: sendToWebhook,
};
