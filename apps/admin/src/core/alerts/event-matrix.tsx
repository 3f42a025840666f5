import { type AlertEvent, alertEventNames, alertEvents } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel } from '@mojian/contract/core/alerts';
import { App, Checkbox } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';

type Props = { channels: AlertChannel[]; reload: () => void };

/** Which events go where, saved with each tick. */
export function EventMatrix({ channels, reload }: Props) {
  const { message } = App.useApp();
  const [ticked, setTicked] = useState<Record<number, AlertEvent[]>>({});
  const eventsOf = ({ id, events }: AlertChannel) => ticked[id] ?? events;
  const tick = async (channel: AlertChannel, event: AlertEvent, isOn: boolean) => {
    const { id } = channel;
    const others = eventsOf(channel).filter((one) => one !== event);
    const events = isOn ? [...others, event] : others;
    setTicked((all) => ({ ...all, [id]: events }));
    try {
      await api.alerts.change({ body: { id, events } });
      message.success('已保存');
    } catch (error) {
      setTicked(({ [id]: _, ...rest }) => rest);
      message.error(errorText(error));
    }
    reload();
  };
  return (
    <section className="card alerts-matrix">
      <header>
        <h2>哪些事送到哪里</h2>
      </header>
      <div className="alerts-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="alerts-unseen">事</span>
              </th>
              {channels.map(({ id, name }) => (
                <th scope="col" key={id}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {alertEventNames.map((event) => (
              <tr key={event}>
                <EventName event={event} />
                {channels.map((channel) => (
                  <td key={channel.id}>
                    <Checkbox
                      checked={eventsOf(channel).includes(event)}
                      aria-label={`${alertEvents[event].name}送到${channel.name}`}
                      onChange={({ target }) => tick(channel, event, target.checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function EventName({ event }: { event: AlertEvent }) {
  const { name, ...more } = alertEvents[event];
  return (
    <th scope="row">
      {name}
      {'note' in more && <small>{more.note}</small>}
    </th>
  );
}
