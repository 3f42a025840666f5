import { App, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorText } from '../http-api.ts';
import { shortTime } from '../time.tsx';
import '../listing/actions.css';
import './destinations.css';

type RowProps = {
  mark: string;
  name: string;
  /** The name with that of its kind, where it says more. */
  title?: string;
  about: ReactNode;
  state: ReactNode;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Buttons. */
  acts: ReactNode;
  /** Says why nothing arrives. */
  fault: ReactNode;
};

/** A destination outside the site in its list: what it is, whether it works, and what can be done with it. */
export function DestinationRow({ mark, name, title = name, about, state, isOn, onSwitch, acts, fault }: RowProps) {
  return (
    <li className="destination-row" data-broken={Boolean(fault)}>
      <span className="destination-mark" aria-hidden="true">
        {mark}
      </span>
      <div className="destination-name">
        <b>{title}</b>
        <small>{about}</small>
      </div>
      {state}
      <div className="row destination-acts">
        <span className="row-acts">{acts}</span>
        <Switch size="small" checked={isOn} aria-label={`${name}：开着`} onChange={onSwitch} />
      </div>
      {fault}
    </li>
  );
}

type FaultProps = {
  failure: string;
  since: string | null;
  words: string;
  mend: string;
  onMend: () => void;
  children: ReactNode;
};

/** Why nothing arrives, since when, and the way to mend it; `children`: what happens meanwhile. */
export function DestinationFault({ failure, since, words, mend, onMend, children }: FaultProps) {
  return (
    <p className="destination-fault">
      {since && `${shortTime(since)} 起${words}：`}
      {failure}。
      <button type="button" onClick={onMend}>
        {mend}
      </button>
      {children}
    </p>
  );
}

/** Carries out an act and says how it went: a trial answers with its own words. */
export function useDestinationAct(reload: () => void) {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const act = async (acting: Promise<{ ok: boolean; text: string } | null>, said = '') => {
    setBusy(true);
    try {
      const tried = await acting;
      if (tried?.ok === false) message.error(tried.text, 8);
      else message.success(tried?.text ?? said);
    } catch (error) {
      message.error(errorText(error));
    }
    setBusy(false);
    reload();
  };
  return { act, isBusy };
}
