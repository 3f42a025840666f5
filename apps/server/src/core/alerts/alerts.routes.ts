import { adminAlerts } from '@mojian/contract/core/alerts';
import type { Serve } from '../../platform/http/calls.ts';
import {
  addAlertChannel,
  changeAlertChannel,
  listAlertChannels,
  listAlertDeliveries,
  removeAlertChannel,
  retryAlert,
  saveQuietHours,
  testAlertChannel,
} from './admin-alerts.ts';
import { readQuietHours } from './quiet-hours.ts';
import type { SenderDeps } from './senders/sender.ts';

export function routes(serve: Serve, { db, siteUrl, smtpUrl }: SenderDeps) {
  serve(adminAlerts, {
    list: () => listAlertChannels(db),
    add: ({ body }, { viewer }) => addAlertChannel(db, viewer, body),
    change: ({ body }, { viewer }) => changeAlertChannel(db, viewer, body),
    remove: ({ query }, { viewer }) => removeAlertChannel(db, viewer, query.id),
    test: ({ body }, { viewer }) => testAlertChannel({ db, siteUrl, smtpUrl }, viewer, body),
    deliveries: ({ query }) => listAlertDeliveries(db, query),
    retry: ({ body }, { viewer }) => retryAlert(db, viewer, body.id),
    readQuiet: () => readQuietHours(db),
    saveQuiet: ({ body }, { viewer }) => saveQuietHours(db, viewer, body),
  });
}
